import type { ProviderPayment } from "#shared/payments/provider.server.ts";

/** A state that a payment comes into, and what the notice of it is called. */
interface Turn {
  /** Paces after the turn before; a pace is as long as the server's option. */
  after: number;
  change: Partial<Pick<ProviderPayment, "amount_refunded" | "error_description" | "fee">> & { status: string };
  /** What became of its refund. */
  refund?: "failed";
  /** What a dispute about it comes to. */
  dispute?: "open" | "under_review" | "won" | "lost";
  /** Null where no notice is sent. */
  event: string | null;
}

/** How the server answers questions about such a payment, and about its order. */
export type Answering = "plainly" | "slowly" | "never" | "429" | "502" | "a page" | "cut off";
/** How it sends the notices. */
export type Noticing = "once" | "lost" | "ten times" | "backwards" | "wrongly signed" | "signed by the secret before";

export interface Behaviour {
  /** What its button says. */
  words: string;
  turns: readonly Turn[];
  answering?: Answering;
  noticing?: Noticing;
  /** Nobody can take it by the API, as where the account may not. */
  refusesCapture?: boolean;
  /** How it differs from what was ordered. */
  lie?: (payment: ProviderPayment) => ProviderPayment;
}

const authorized: Turn = { after: 0, change: { status: "authorized" }, event: "payment.authorized" };
const captured: Turn = { after: 0, change: { status: "captured" }, event: "payment.captured" };
const failed: Turn = {
  after: 0,
  change: { status: "failed", error_description: "Payment was declined by the bank" },
  event: "payment.failed",
};
const paid = [authorized, captured];
const refunded = (amount_refunded: number | null): Turn => ({
  after: 1,
  change: amount_refunded === null ? { status: "refunded" } : { status: "captured", amount_refunded },
  event: "refund.processed",
});

const disputed = (dispute: NonNullable<Turn["dispute"]>): Turn => ({
  after: 1,
  change: { status: "captured" },
  dispute,
  event: `payment.dispute.${dispute === "open" ? "created" : dispute}`,
});
/** Where the account's setting says that customers bear it. */
const feeOnTop = 236;

/** Everything that the provider's documents say can happen to a payment, and what its servers have been seen to do. */
const behaviours = {
  succeed: { words: "Succeed", turns: paid },
  fail: { words: "Fail", turns: [failed] },
  "never answered": { words: "Hang: the bank never answers", turns: [] },
  "never captured": { words: "Authorized, not captured by itself", turns: [authorized] },
  "capture refused": {
    words: "Authorized, capture refused, refunded later",
    turns: [authorized, refunded(null)],
    refusesCapture: true,
  },
  late: {
    words: "Fail, then be authorized late",
    turns: [failed, { ...authorized, after: 1 }, { ...captured, after: 1 }],
  },
  "paid meanwhile": {
    words: "Succeed while it is asked about",
    turns: [{ after: 0, change: { status: "created" }, event: null }, { ...authorized, after: 1 }, captured],
    answering: "slowly",
  },
  "other amount": { words: "Another amount", turns: paid, lie: (one) => ({ ...one, amount: one.amount - 1 }) },
  "fee on top": {
    words: "Pays the provider's fee as well",
    turns: [authorized, { ...captured, change: { status: "captured", fee: feeOnTop } }],
    lie: (one) => ({ ...one, amount: one.amount + feeOnTop }),
  },
  disputed: { words: "Succeed, disputed and lost later", turns: [...paid, disputed("open"), disputed("lost")] },
  "dispute won": { words: "Succeed, dispute won later", turns: [...paid, disputed("open"), disputed("won")] },
  "other currency": { words: "Another currency", turns: paid, lie: (one) => ({ ...one, currency: "USD" }) },
  "other order": { words: "Another order", turns: paid, lie: (one) => ({ ...one, order_id: "order_OfSomebodyElse" }) },
  refunded: { words: "Succeed, refunded later", turns: [...paid, refunded(null)] },
  "refund failed": {
    words: "Succeed, refunded later, and the refund fails",
    turns: [
      ...paid,
      refunded(null),
      { after: 1, change: { status: "refunded" }, refund: "failed", event: "refund.failed" },
    ],
  },
  "refunded before": { words: "Refunded at once", turns: [{ ...refunded(null), after: 0 }] },
  "partly refunded": { words: "Succeed, partly refunded later", turns: [...paid, refunded(100)] },
  slow: { words: "Answers slowly", turns: paid, answering: "slowly" },
  hung: { words: "Answers never", turns: paid, answering: "never" },
  busy: { words: "429", turns: paid, answering: "429" },
  broken: { words: "502 with a page", turns: paid, answering: "502" },
  page: { words: "200 with a page", turns: paid, answering: "a page" },
  cut: { words: "Cuts the line", turns: paid, answering: "cut off" },
  "unknown status": { words: "An unknown status", turns: [{ ...captured, change: { status: "voided" } }] },
  "notice lost": { words: "Succeed, notice lost", turns: paid, noticing: "lost" },
  "notice ten times": { words: "Succeed, notice ten times", turns: paid, noticing: "ten times" },
  "notices backwards": { words: "Succeed, notices backwards", turns: paid, noticing: "backwards" },
  "notice wrongly signed": { words: "Succeed, notice wrongly signed", turns: paid, noticing: "wrongly signed" },
  "notice by the old secret": {
    words: "Succeed, notice by the secret before",
    turns: paid,
    noticing: "signed by the secret before",
  },
} as const satisfies Record<string, Behaviour>;
export type BehaviourName = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as BehaviourName[];
export const behaviourOf = (name: BehaviourName): Behaviour => behaviours[name];
