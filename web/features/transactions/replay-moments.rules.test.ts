import { expect, test } from "vitest";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import type { OrderStep } from "#shared/orders/order.schema.ts";
import type { CanReplay } from "#shared/transactions/can-replay.schema.ts";
import { momentsOf } from "./replay-moments.ts";

const second = (n: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, n)).toISOString();
const step = (n: number, what: OrderStep["what"], orderStatus: OrderStep["orderStatus"]): OrderStep => ({
  at: second(n),
  what,
  orderStatus,
  source: "intake",
  by: null,
  paymentId: "",
  reason: "",
});
const fact = (n: number, late = false, code: string | null = null) => ({
  receivedAt: second(n),
  at: null,
  late,
  code,
  message: null,
  isLocked: null,
});
const row = (change: Partial<ResultRow>): ResultRow => ({
  _id: "r",
  sessionId: "s",
  transactionId: "T",
  containerId: "7",
  container: null,
  channel: 7,
  vendingMachineId: "VM",
  requestType: "open",
  isOpened: false,
  isClosed: false,
  datetime: second(0),
  state: "sent",
  facts: {},
  sentAt: second(12),
  endedAt: null,
  reason: null,
  code: null,
  history: [],
  ...change,
});
const action = (n: number, verb: string, reason = ""): CanReplay["actions"][number] => ({
  _id: `a${n}`,
  time: second(n),
  actor: { kind: "operator", _id: "o", name: "Asha" },
  from: null,
  verb,
  record: { collection: "canTransactions", _id: "c", label: "T" },
  reason,
  changes: null,
});
const order = {
  _id: "o1",
  orderId: "ORD-1",
  time: second(0),
  steps: [
    step(0, "created", "processing"),
    step(5, "moved", "payment successful"),
    step(5, "credited", "payment successful"),
  ],
};
const wordsOf = (replay: Partial<CanReplay>) =>
  momentsOf({ order: null, commands: [], actions: [], ...replay }).map(
    ({ lane, words, more, afterMs }) =>
      `${afterMs === null ? "" : `+${afterMs / 1_000} `}${lane}: ${words}${more && ` (${more})`}`,
  );

test("a can that came out is followed from its order to its closed door", () => {
  const facts = { acknowledged: fact(13), opened: fact(14), closed: fact(20) };
  expect(
    wordsOf({ order, actions: [action(11, "transaction.taken")], commands: [row({ facts, endedAt: second(20) })] }),
  ).toEqual([
    "Payment: Ordered",
    "+5 Payment: Paid",
    "+0 Account: Can credited",
    "+6 Account: Can debited",
    "+1 Command: Open 7 sent",
    "+1 Machine: Acknowledged",
    "+1 Machine: Door opened",
    "+6 Machine: Door closed",
  ]);
});

test.each<[string, Partial<CanReplay>, string[]]>([
  [
    "a door that failed, refunded by an operator",
    {
      commands: [row({ facts: { failed: fact(15, false, "JAMMED") }, endedAt: second(15), reason: "The door jammed" })],
      actions: [action(30, "transaction.refunded", "The door did not open")],
    },
    [
      "Command: Open 7 sent",
      "+3 Machine: Failed (JAMMED)",
      "+15 Account: Can credited back (by Asha: The door did not open)",
    ],
  ],
  [
    "no answer, and a door seen open late",
    { commands: [row({ endedAt: second(40), reason: "No answer in time", facts: { opened: fact(50, true) } })] },
    ["Command: Open 7 sent", "+28 Command: Ended (No answer in time)", "+10 Machine: Door opened (late)"],
  ],
  [
    "a command that was never sent",
    { commands: [row({ sentAt: null, endedAt: second(12), reason: "The machine is offline" })] },
    ["Command: Ended (The machine is offline)"],
  ],
  [
    "an order that nobody paid",
    { order: { ...order, steps: [step(0, "created", "processing"), step(9, "moved", "payment canceled")] } },
    ["Payment: Ordered", "+9 Payment: payment canceled"],
  ],
])("%s", (_what, replay, words) => {
  expect(wordsOf(replay)).toEqual(words);
});
