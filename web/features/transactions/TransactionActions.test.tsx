import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { live } from "../../live/socket.ts";
import { atom, store, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { TransactionActions } from "./TransactionActions.tsx";
import { shownCan } from "./testing/shown-can.ts";

const pending = shownCan({ status: "pending", containerOpen: false });
const canAtom = atom(pending);
function Actions() {
  return <TransactionActions record={useAtomValue(canAtom)} onKnown={vi.fn()} />;
}

beforeEach(() => {
  store.set(tokenAtom, "t");
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  const refunds = { alone: 0, today: 0, own: false, earlier: [] };
  const machine = { now: "Online", active: true, whenTaken: null };
  const known = { case: { machine, container: null, trail: [], others: [], refunds }, approvals: [] };
  vi.stubGlobal("fetch", async () => Response.json({ success: true, ...known, asOf: "0".repeat(16) }));
});

it("what is typed in the request for a refund stays where the can comes out meanwhile", async () => {
  const { user } = showPage(<Actions />, { store });
  await user.click(await screen.findByRole("button", { name: "Ask for Refund" }));
  const reason = () => screen.queryByLabelText<HTMLInputElement>("Reason");
  await user.type(reason() as HTMLInputElement, "It did not come out");

  act(() => store.set(canAtom, { ...pending, status: "opened", containerOpen: true, rev: 5 }));

  expect(reason()?.value).toBe("It did not come out");
  fireEvent(screen.getByRole("dialog", { hidden: true }), new Event("cancel", { cancelable: true }));
  await screen.findByText("What you changed will be lost: Reason.");
  await user.click(screen.getByRole("button", { name: "Stay" }));
  expect(reason()?.value).toBe("It did not come out");
  await user.click(screen.getByRole("button", { name: "Cancel", hidden: true }));
  expect(screen.queryByRole("button", { name: /Refund/ })).toBeNull();
});
