import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { live } from "../../live/socket.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { NeedsAction } from "./NeedsAction.tsx";
import { shownCan } from "./testing/shown-can.ts";

let can: ReturnType<typeof shownCan>;
beforeEach(() => {
  store.set(tokenAtom, "t");
  vi.spyOn(live, "listen").mockImplementation(() => () => undefined);
  vi.stubGlobal("fetch", async (url: string) => {
    const answer = url.includes("needs-action")
      ? { transactions: [], total: 0 }
      : url.includes("live-status")
        ? { liveStatus: [] }
        : url.includes("approvals")
          ? { approvals: [] }
          : { canTransaction: can };
    return new Response(JSON.stringify({ success: true, ...answer, asOf: "0".repeat(16) }));
  });
});

test.each([
  [{ status: "failed", refundedAt: "2026-11-22T09:00:00.000Z" }, /does not wait any more: CT-1 was refunded at .*2026/],
  [{ status: "opened", containerOpenTime: null }, /does not wait any more: CT-1 came out\./],
  [{ status: "pending" }, /CT-1 still waits/],
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
