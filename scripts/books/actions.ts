import fc from "fast-check";
import type { BehaviourName } from "../payment-provider/behaviours.ts";

/** What a payment may come to here: each is judged by the model, which reads the provider's state. */
const ways = [
  ...(["succeed", "succeed", "notice lost", "notice ten times", "notices backwards", "fail", "late"] as const),
  ...(["never answered", "other amount", "refunded before", "refunded", "unknown status"] as const),
] satisfies BehaviourName[];

const few = fc.nat(3);
const who = fc.nat(1);
const where = fc.nat(1);
const product = fc.constantFrom("cola" as const, "lime" as const);
/** Chooses the oldest record that exists by then, or a later one. */
const which = fc.nat(7);
const slots = fc.nat(5);
const paise = fc.integer({ min: 0, max: 9_999 });

const kinds = {
  order: fc.record({
    kind: fc.constant("order" as const),
    who,
    where,
    colaUnit: few,
    colaBundle: few,
    lime: few,
    slots: fc.nat(2),
    // What is left of an order is nothing or more than the least that a provider takes.
    coupon: fc.constantFrom(0, 0, 10, 33, 100),
  }),
  pay: fc.record({ kind: fc.constant("pay" as const), which, how: fc.constantFrom(...ways) }),
  /** The bank's late answer, and money that is given back. */
  later: fc.record({ kind: fc.constant("later" as const), which }),
  verify: fc.record({ kind: fc.constant("verify" as const), which }),
  edit: fc.record({
    kind: fc.constant("edit" as const),
    which,
    to: fc.constantFrom("processing", "payment failed", "payment canceled", "payment successful"),
  }),
  /** Staff ask for 'payment successful'; what happens meanwhile; an admin decides, in two tabs at once. */
  ask: fc.record({
    kind: fc.constant("ask" as const),
    which,
    meanwhile: fc.constantFrom("nothing", "paid", "edited", "asked again"),
    decision: fc.constantFrom("approve", "approve", "decline"),
  }),
  /** Edit, verification, notice and sweep at once. */
  storm: fc.record({ kind: fc.constant("storm" as const), which }),
  sweep: fc.record({ kind: fc.constant("sweep" as const), aDayLater: fc.boolean() }),
  penalty: fc.record({
    kind: fc.constant("penalty" as const),
    who,
    amount: fc.integer({ min: 100, max: 5_001 }),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  settle: fc.record({
    kind: fc.constant("settle" as const),
    which,
    to: fc.constantFrom(
      { paid: true },
      { canceled: true },
      { paid: false, canceled: false },
      { amount: 1_234, quantity: 2 },
    ),
  }),
  cans: fc.record({ kind: fc.constant("cans" as const), who, where, product, count: fc.nat(6) }),
  deposit: fc.record({
    kind: fc.constant("deposit" as const),
    who,
    figures: fc.record(
      { deposit: paise, securityDeposit: paise, depositBought: slots, depositUsed: slots, freeDeposit: slots },
      { requiredKeys: [] },
    ),
    switches: fc.record(
      { collectSecurityDeposit: fc.boolean(), receivedFreeDeposit: fc.boolean() },
      { requiredKeys: [] },
    ),
  }),
  person: fc.record({
    kind: fc.constant("person" as const),
    who,
    to: fc.record({ needDeposit: fc.boolean(), needSecurityDeposit: fc.boolean() }),
  }),
  /** Their account is deleted; somebody new comes in their place. */
  leave: fc.record({ kind: fc.constant("leave" as const), who }),
  take: fc.record({ kind: fc.constant("take" as const), who, where, product }),
  /** What becomes of a can that was taken: its door is seen open, it is refunded, it is brought back. */
  can: fc.record({ kind: fc.constant("can" as const), which, end: fc.constantFrom("opened", "refunded", "returned") }),
};

/** What customers, their bank, operators and workers do, at random; what the rules refuse is part of it. */
const action = fc.oneof(
  { arbitrary: kinds.order, weight: 5 },
  { arbitrary: kinds.pay, weight: 6 },
  { arbitrary: kinds.take, weight: 3 },
  { arbitrary: kinds.can, weight: 2 },
  { arbitrary: kinds.edit, weight: 2 },
  { arbitrary: kinds.ask, weight: 2 },
  { arbitrary: kinds.penalty, weight: 2 },
  ...[
    kinds.later,
    kinds.verify,
    kinds.storm,
    kinds.sweep,
    kinds.settle,
    kinds.cans,
    kinds.deposit,
    kinds.person,
    kinds.leave,
  ],
);
export type Action = typeof action extends fc.Arbitrary<infer D> ? D : never;
export type ActionOf<K extends Action["kind"]> = Extract<Action, { kind: K }>;

export const season = fc.record({
  /** Per cent with two decimals. */
  gstBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  freeDeposits: fc.nat(2),
  actions: fc.array(action, { minLength: 8, maxLength: 40, size: "max" }),
});
type Season = typeof season extends fc.Arbitrary<infer S> ? S : never;

const bought = { who: 0, where: 0, colaUnit: 2, colaBundle: 1, lime: 1, slots: 2, coupon: 10 } as const;

/** One of each action, in an order in which it has an effect: chance may leave some out in a few runs. */
export const everything: Season = {
  gstBasisPoints: 1_825,
  freeDeposits: 1,
  actions: [
    { kind: "deposit", who: 0, figures: { deposit: 1_234 }, switches: { collectSecurityDeposit: true } },
    { kind: "penalty", who: 0, amount: 1_111, quantity: 3 },
    { kind: "penalty", who: 0, amount: 2_003, quantity: 1 },
    { kind: "order", ...bought },
    { kind: "order", ...bought, where: 1, coupon: 33 },
    { kind: "settle", which: 1, to: { canceled: true } },
    { kind: "pay", which: 0, how: "late" },
    { kind: "pay", which: 1, how: "notice lost" },
    { kind: "verify", which: 0 },
    { kind: "later", which: 0 },
    { kind: "storm", which: 1 },
    { kind: "pay", which: 1, how: "refunded" },
    { kind: "take", who: 0, where: 0, product: "cola" },
    { kind: "take", who: 0, where: 0, product: "lime" },
    { kind: "take", who: 0, where: 1, product: "cola" },
    { kind: "can", which: 0, end: "opened" },
    { kind: "can", which: 1, end: "refunded" },
    { kind: "can", which: 0, end: "returned" },
    { kind: "cans", who: 0, where: 1, product: "lime", count: 5 },
    { kind: "order", ...bought, who: 1, coupon: 100, slots: 0 },
    { kind: "pay", which: 2, how: "other amount" },
    { kind: "edit", which: 2, to: "payment failed" },
    { kind: "order", ...bought, who: 1 },
    { kind: "ask", which: 3, meanwhile: "edited", decision: "approve" },
    { kind: "ask", which: 3, meanwhile: "asked again", decision: "approve" },
    { kind: "person", who: 1, to: { needDeposit: true, needSecurityDeposit: false } },
    { kind: "sweep", aDayLater: false },
    { kind: "penalty", who: 1, amount: 4_321, quantity: 1 },
    { kind: "order", ...bought, who: 1 },
    { kind: "edit", which: 4, to: "payment canceled" },
    { kind: "leave", who: 1 },
    { kind: "pay", which: 4, how: "succeed" },
    { kind: "edit", which: 4, to: "payment failed" },
    { kind: "leave", who: 0 },
    { kind: "order", ...bought },
  ],
};
