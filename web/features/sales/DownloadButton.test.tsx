import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
import { setUpDownloads } from "../../testing/downloads.ts";
import { showPage } from "../../testing/screen.tsx";
import { DownloadButton } from "./DownloadButton.tsx";

const row = (options: Partial<SalesRow> = {}): SalesRow => ({
  _id: "a".repeat(24),
  date: "2026-11-21",
  sales: 80,
  refundableDeposit: 0,
  securityDeposit: 0,
  gst: { cgst: 7.2, sgst: 7.2 },
  orders: 1,
  isOpen: false,
  changedSinceDownload: false,
  downloadedAt: null,
  ...options,
});
const downloads = setUpDownloads();

const show = (of = row()) => showPage(<DownloadButton {...of} />, { store });
const button = () => screen.getByRole("button", { name: /^Download/ });
const pdf = () =>
  new Response("%PDF", {
    headers: { "content-type": "application/pdf", "content-disposition": 'attachment; filename="sales.pdf"' },
  });

test("a day's PDF is requested once, pending meanwhile, also in a row that is drawn anew, and saved as sales.pdf", async () => {
  const { user, unmount } = show();
  await user.click(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  unmount();
  show();
  expect(button().getAttribute("aria-busy")).toBe("true");
  await act(async () => downloads.answer(pdf()));

  await eventually(() => expect(downloads.saved).toEqual(["sales.pdf"]));
  expect(downloads.requested.map(({ search }) => search)).toEqual([`?id=${"a".repeat(24)}`]);
  await eventually(() => expect(button().getAttribute("aria-busy")).not.toBe("true"));
});

test("a PDF that could not be made saves nothing, says so, and can be requested again", async () => {
  const { user } = show();
  await user.click(button());
  const error = "Sheets are being made for others: try again shortly";
  await act(async () => downloads.answer(new Response(JSON.stringify({ success: false, error }), { status: 503 })));
  await screen.findAllByText(error);
  expect([downloads.saved, store.get(alertLogAtom).map(({ text }) => text)]).toEqual([[], [error]]);
  await eventually(() => expect(button().getAttribute("aria-busy")).not.toBe("true"));
});

test("a day with other figures than the PDF that was downloaded last says so", () => {
  show(row({ changedSinceDownload: true }));
  expect(screen.getByText("Changed since")).toBeTruthy();
});
