import { screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as UserPage } from "./UserPage.tsx";

const _id = "a".repeat(24);
const user = { _id, phone: "7000000001", name: "Asha Rao", email: "", role: "customer", suspend: false, rev: 0 };
const needs = {
  needDeposit: false,
  needSecurityDeposit: false,
  hasPenalty: false,
  createdAt: "2026-11-01T06:30:00.000Z",
};
const slots = { deposit: 0, securityDeposit: 0, depositBought: 0, depositUsed: 0, freeDeposit: 0 };
let openedCans: number;

beforeEach(() => {
  store.set(tokenAtom, "t");
  vi.stubGlobal("fetch", async (url: string) => {
    if (!url.includes(`/users/${_id}/all`)) throw new TypeError("nothing else answers here");
    const cans = { _id, totalCans: 0, cansLimit: 0, openedCans, current: { vendingMachines: [] }, rev: 0 };
    const deposit = { _id, ...slots, collectSecurityDeposit: true, receivedFreeDeposit: false, rev: 0 };
    const note = { _id, note: "", author: "", updatedAt: null, rev: 0 };
    const data = { user: { ...user, ...needs }, deposit, cans, penalties: [], note };
    return new Response(JSON.stringify({ success: true, data, asOf: "0000000000000001" }));
  });
});

test("a page that stays open past midnight has what was taken on the new day", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  openedCans = 3;
  showPage(<UserPage />, { at: `/Users/${_id}`, path: "/Users/:id", store });
  const takenToday = (cans: string) =>
    eventually(() => expect(screen.getByText("Taken today").parentElement?.textContent).toContain(cans));
  await takenToday("3");

  openedCans = 0;
  vi.advanceTimersByTime(60_000);

  await takenToday("0");
});
