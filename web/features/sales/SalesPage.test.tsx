import { waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as SalesPage } from "./SalesPage.tsx";

const requested: string[] = [];
const day = {
  _id: "a".repeat(24),
  date: "2026-11-30",
  sales: 80,
  refundableDeposit: 0,
  securityDeposit: 0,
  gst: { cgst: 7.2, sgst: 7.2 },
  orders: 1,
  isOpen: true,
  changedSinceDownload: false,
  downloadedAt: null,
};

beforeEach(() => {
  store.set(tokenAtom, "t");
  requested.length = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url.replace("/api/v1.2", ""));
    const page = { sales: [day], pages: 1, total: 1, activePage: 1, currentPage: 1, pageList: [1] };
    const answer = url.includes("/summary") ? { summary: { days: [], brands: [], machines: [] } } : page;
    return new Response(JSON.stringify({ success: true, asOf: "0000000000000001", ...answer }));
  });
});

test("the figures of a page that stays open past midnight end with the new day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 30, 23, 59) });
  onTestFinished(() => void vi.useRealTimers());
  const endsWith = (last: string) =>
    waitFor(() => expect(requested).toContain(`/sales/summary?startDate=${last}&endDate=${last}`), { timeout: 5_000 });
  showPage(<SalesPage />, { at: "/Sales", path: "/Sales", store });
  await endsWith("2026-11-30");

  vi.setSystemTime(new Date(2026, 11, 1, 0, 1));

  await endsWith("2026-12-01");
});
