import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { live } from "../../live/socket.ts";
import { tooManyAtom } from "../../records/live-status.atoms.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { NeedsAction } from "./NeedsAction.tsx";
import { shownCan } from "./testing/shown-can.ts";

let can: ReturnType<typeof shownCan>;
let waiting: (typeof can)[];
const requested: string[] = [];
beforeEach(() => {
  waiting = [];
  requested.length = 0;
  store.set(tooManyAtom, 0);
  store.set(tokenAtom, "t");
  vi.spyOn(live, "listen").mockImplementation(() => () => undefined);
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(decodeURIComponent(url.replace(/.*\/v1.2/, "")));
    if (url.includes("live-status/pages")) return new Response(JSON.stringify(fewMachines()));
    const answer = url.includes("needs-action")
      ? { transactions: waiting, total: waiting.length }
      : url.includes("live-status")
        ? { liveStatus: [], total: waiting.length > 0 ? 90_000 : 0 }
        : url.includes("approvals")
          ? { approvals: [] }
          : { canTransaction: can };
    return new Response(JSON.stringify({ success: true, ...answer, asOf: "0".repeat(16) }));
  });
});

/** Each machine of a case was last heard an hour ago. */
const fewMachines = () => {
  const machines = waiting.map(({ vendingMachine: { _id, name, vendingMachineId } }) => ({
    _id,
    name,
    vendingMachineId,
    status: "Offline",
    lastSeenOnline: new Date(Date.now() - 3_600_000).toISOString(),
    strength: null,
    serialNumber: `CU-${_id}`,
    rattling: null,
  }));
  const figures = { pages: 1, activePage: 1, currentPage: 1, pageList: [1], total: machines.length };
  const counts = { Online: 0, Offline: 90_000, Unavailable: 0 };
  return { success: true, liveStatus: { machines, ...figures }, counts, asOf: "0".repeat(16) };
};

test.each([
  [{ status: "failed", refundedAt: "2026-11-22T09:00:00.000Z" }, /is closed: CT-1 was refunded at .*2026/],
  [{ status: "opened", containerOpenTime: null }, /is closed: CT-1 came out\./],
  [{ status: "pending" }, /CT-1 still needs action/],
] as const)("a link to a can that is not among the cases says what became of it: %o", async (more, words) => {
  can = shownCan(more);
  showPage(<NeedsAction tabs={null} />, {
    at: `/Transactions?view=needs-action&case=${can._id}`,
    path: "/Transactions",
    store,
  });
  const notice = await screen.findByText(
    (_, element) => element?.className === "notice-words" && words.test(element.textContent ?? ""),
  );
  expect(notice.querySelector("a")?.getAttribute("href")).toBe(`/transactions/${can._id}`);
});

test("where the machines are too many to be loaded at once, those of the cases say whether they are away", async () => {
  waiting = Array.from({ length: 26 }, (_, at) => {
    const [id, machine] = [String(at).padStart(24, "0"), String(at).padStart(24, "b")];
    return shownCan({
      _id: id,
      status: "pending",
      vendingMachine: { ...shownCan().vendingMachine, _id: machine, name: `Metro ${at}` },
    });
  });
  showPage(<NeedsAction tabs={null} />, { at: "/Transactions?view=needs-action", path: "/Transactions", store });

  await waitFor(() => expect(document.querySelectorAll(".can-away").length).toBe(26));
  const looked = requested.filter((url) => url.includes("machines="));
  expect(looked.map((url) => url.split(",").length)).toEqual([25, 1]);
});
