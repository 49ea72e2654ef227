import { waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { timeZoneHeader } from "#shared/http/envelope.ts";
import { store } from "../../state/jotai.ts";
import { noteTimeZone } from "../../state/server-zone.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as SalesPage } from "./SalesPage.tsx";

const requested: string[] = [];
let timeZone: string;
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
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url.replace("/api/v1.2", ""));
    const page = { sales: [day], pages: 1, total: 1, activePage: 1, currentPage: 1, pageList: [1] };
    const answer = url.includes("/summary") ? { summary: { days: [], brands: [], machines: [] } } : page;
    const body = JSON.stringify({ success: true, asOf: "0000000000000001", ...answer });
    return new Response(body, { headers: { [timeZoneHeader]: timeZone } });
  });
});

test("the figures end with the day of the server, which each answer names the zone of", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T20:00:00Z") });
  const own = timeZone;
  onTestFinished(() => noteTimeZone(own));
  timeZone = "Pacific/Kiritimati";
  showPage(<SalesPage />, { at: "/Sales", path: "/Sales", store });

  await waitFor(() => expect(requested).toContain("/sales/summary?startDate=2026-12-01&endDate=2026-12-01"));
});

test("a link's days may be written with slashes, or be moments: the figures are theirs, and those of as many before", async () => {
  showPage(<SalesPage />, { at: "/Sales?startDate=2026/11/20&endDate=2026-11-21T11:00:00Z", path: "/Sales", store });

  await waitFor(() => expect(requested).toContain("/sales/summary?startDate=2026-11-20&endDate=2026-11-21"));
  expect(requested).toContain("/sales/summary?startDate=2026-11-18&endDate=2026-11-19");
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
