import { expect, test } from "vitest";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { loadAgain } from "../live/follow.ts";
import { afterEvent, type NeedsAction } from "./needs-action-events.ts";

const at = "2026-03-01T06:00:00.000Z";
const can = (_id: string, options: Partial<CanTransaction> = {}): CanTransaction => ({
  _id,
  transactionId: `TX-${_id}`,
  status: "pending",
  time: at,
  brand: "Cola",
  containerId: "7",
  rev: 0,
  returnCan: false,
  depositUsed: false,
  isContainerWorking: true,
  containerOpen: false,
  containerClose: false,
  returnCanVerified: false,
  comment: "",
  containerOpenTime: null,
  vendingMachineMessage: "DOOR_JAMMED",
  product: { _id: "p", brand: "Cola" },
  user: { _id: "u", name: "Anu", phone: "9811112222", email: "" },
  vendingMachine: { _id: "m", vendingMachineId: "VM-1", name: "Lobby", profileName: "", region: "" },
  sessionId: "s",
  isLive: false,
  refundedAt: null,
  returnedAt: null,
  review: null,
  ...options,
});
/** As an event carries it: customer and machine by their ids. */
const incoming = (of: CanTransaction, options: Partial<CanTransaction> = {}) => ({
  ...of,
  rev: of.rev + 1,
  ...options,
  user: { _id: of.user._id },
  vendingMachine: { _id: of.vendingMachine._id, vendingMachineId: of.vendingMachine.vendingMachineId },
});
const [newest, older] = [can("b"), can("a")];
const known: NeedsAction = { cans: [newest, older], total: 7 };

test.each(["opened", "failed"] as const)(
  "a can that is %s leaves the list, whoever handled it, and the count",
  (status) => {
    expect(afterEvent(known, incoming(newest, { status }))).toEqual({ cans: [older], total: 6 });
  },
);

test("one that waits on stays in its place, as published, with the names that are known", () => {
  const now = afterEvent(known, incoming(older, { isLive: true, comment: "Asha looks at it" }));

  expect(now).toEqual({ cans: [newest, { ...older, isLive: true, comment: "Asha looks at it", rev: 1 }], total: 7 });
});

test("an event that is older than what is shown changes nothing", () => {
  const seen = { cans: [{ ...newest, rev: 3, comment: "mine" }], total: 1 };

  expect(afterEvent(seen, incoming(newest, { comment: "before" }))).toEqual(seen);
});

test("one that has ended unopened is loaded, for its case; one whose door may still move, or that is settled, is not", () => {
  const other = can("c");

  expect(afterEvent(known, incoming(other))).toBe(loadAgain);
  expect(afterEvent(known, incoming(other, { isLive: true }))).toBe(known);
  expect(afterEvent(known, incoming(other, { status: "opened" }))).toBe(known);
});
