import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { alertLogAtom, clearAlertLogAtom } from "../../state/alerts.atoms.ts";
import { store } from "../../state/jotai.ts";
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
let answer: (response: Response) => void;
let requested: string[];
let saved: string[];

beforeEach(() => {
  requested = [];
  saved = [];
  store.set(clearAlertLogAtom);
  vi.stubGlobal("fetch", (request: Request | string) => {
    requested.push(new URL(typeof request === "string" ? request : request.url, "http://x").search);
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  URL.createObjectURL = () => "blob:sales";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

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
  await act(async () => answer(pdf()));

  await eventually(() => expect(saved).toEqual(["sales.pdf"]));
  expect(requested).toEqual([`?id=${"a".repeat(24)}`]);
  await eventually(() => expect(button().getAttribute("aria-busy")).not.toBe("true"));
});

test("a PDF that could not be made saves nothing, says so, and can be requested again", async () => {
  const { user } = show();
  await user.click(button());
  const error = "Sheets are being made for others: try again shortly";
  await act(async () => answer(new Response(JSON.stringify({ success: false, error }), { status: 503 })));
  await screen.findAllByText(error);
  expect([saved, store.get(alertLogAtom).map(({ text }) => text)]).toEqual([[], [error]]);
  await eventually(() => expect(button().getAttribute("aria-busy")).not.toBe("true"));
});

test("a day with other figures than the PDF that was downloaded last says so", () => {
  show(row({ changedSinceDownload: true }));
  expect(screen.getByText("Changed since")).toBeTruthy();
});
