import type { ApprovalKind } from "#shared/approvals/approval.schema.ts";
import type { Order, OrderStep } from "#shared/orders/order.schema.ts";
import type { OrderFlag, OrderSource } from "#shared/orders/order-status.ts";

/** The page that shows the record of a request for a second person. */
export const approvalPages = {
  user: "user",
  deposit: "user",
  cans: "user",
  order: "order",
  "own-order": "order",
  refund: "transaction",
} as const satisfies Record<ApprovalKind, string>;

/** Why somebody must look at an order. */
export const flagWords: Record<OrderFlag, string> = {
  "other amount": "The amount or currency at the provider differs from this order. Nothing was credited for it.",
  "penalty settled meanwhile": "It paid a penalty that was paid or canceled meanwhile: the customer paid it twice.",
  "penalty changed meanwhile": "A penalty that it paid was edited meanwhile: the customer paid the old amount.",
  "security deposit twice":
    "The customer has paid the security deposit with two orders: one of them is owed to the customer.",
  "paid twice": "The customer paid it twice: one payment is owed to the customer.",
  "refunded by provider":
    "The provider gave the money back after the order was credited, or its refund failed later: the timeline says which. Nothing was debited.",
  "no money at provider": "An operator marked it as paid, but the provider has no captured payment for it.",
  "never verified": "For six days the provider gave no usable answer about it. It is no longer checked automatically.",
  "not captured":
    "Its payment was authorized but not captured. The provider returns it to the customer after some days.",
  disputed: "The customer or their bank disputes the payment at the provider. Nothing was debited.",
  "account deleted": "It was paid after the customer's account was deleted: return the money at the payment provider.",
};

/** What is to be done about it. */
export const flagActions: Record<OrderFlag, string> = {
  "other amount": "Compare it with the provider. Get it paid in full, or refund it there.",
  "penalty settled meanwhile": "Give the penalty's amount back, or note it for the customer.",
  "penalty changed meanwhile":
    "Compare the penalty with the order. Add a penalty for the rest, or give the difference back.",
  "security deposit twice": "Give one security deposit back and lower the customer's deposit.",
  "paid twice": "Refund the second payment at the provider.",
  "refunded by provider":
    "Take back the cans and deposits by hand if they are still there, and set the penalties it paid to owed again. If the refund failed, the order stays credited: give back only what you took by hand for it, and refund again if the customer was promised the money.",
  "no money at provider": "Ask the operator who marked it as paid. Verify it again, or take back what was credited.",
  "never verified": "Look it up at the provider. If the money is there, set the status to payment successful.",
  "not captured": "Capture it at the provider, or let it return to the customer. The order follows automatically.",
  disputed:
    "Answer the dispute at the provider before its deadline. If it is lost, take back cans and deposits by hand.",
  "account deleted": "Refund it at the provider: the cans will not be collected.",
};

/** Since when the newest of its flags stands; null where its timeline does not say. */
export const flaggedSince = ({ steps }: Pick<Order, "steps">): string | null =>
  steps.findLast(({ what }) => what === "flagged")?.at ?? null;

const sourceWords: Record<Exclude<OrderSource, "operator">, string> = {
  intake: "the customers' app",
  verification: "Verify Payment",
  webhook: "the payment provider",
  sweep: "the regular check of payments",
  system: "Cansole",
};

/** Who did a step of an order's timeline. */
export const sourceOf = ({ source, by }: OrderStep): string =>
  source === "operator" ? by?.name || "an operator" : sourceWords[source];

const isFlag = (reason: string): reason is OrderFlag => Object.hasOwn(flagWords, reason);

/** What a step of an order's timeline did. */
export const stepWords = ({ what, orderStatus, reason }: OrderStep): string => {
  switch (what) {
    case "created":
      return "Ordered";
    case "payment":
      return `Payment reported: ${orderStatus}`;
    case "moved":
      return `Became ${orderStatus}`;
    case "credited":
      return "Credited to the customer";
    case "flagged":
      return isFlag(reason) ? flagWords[reason] : "Somebody must check it";
    case "settled":
      return "Resolved";
    case "refused":
      return "Refused: nothing changed";
  }
};

/** Why it was done, where the words above do not say it already. */
export const reasonOf = ({ what, reason }: OrderStep): string => (what === "flagged" && isFlag(reason) ? "" : reason);

/** How many cans an order bought; a deposit is none. */
export const cansOf = ({ products }: Pick<Order, "products">): number =>
  [...products.bundle, ...products.unit]
    .filter(({ productType }) => productType === "product")
    .reduce((sum, { quantity }) => sum + quantity, 0);
