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
  "other amount":
    "The provider holds another amount or currency than this order asks for. Nothing was credited for it.",
  "penalty settled meanwhile": "It paid a penalty that was paid or canceled meanwhile: the customer paid it twice.",
  "penalty changed meanwhile": "A penalty that it paid was edited meanwhile: the customer paid what it was before.",
  "security deposit twice":
    "The customer has paid the security deposit with two orders: one of them is owed to the customer.",
  "paid twice": "Two payments of it were taken: one of them is owed to the customer.",
  "refunded by provider":
    "The provider gave the money back after the order was credited, or its refund failed later: the timeline says which. Nothing was debited.",
  "no money at provider": "An operator called it paid, and the provider knows no captured payment of it.",
  "never verified":
    "For six days the provider said nothing about it that could be understood; it is asked no more by itself.",
  "not captured":
    "Its payment was authorized and never taken: the provider gives it back to the customer by itself after some days.",
  disputed: "The customer or their bank disputes the payment at the provider. Nothing was debited.",
  "account deleted":
    "It was paid after its customer's account had been deleted: the money goes back at the payment provider.",
};

/** What is to be done about it. */
export const flagActions: Record<OrderFlag, string> = {
  "other amount": "Compare it with the provider; have it paid in full, or give the money back there.",
  "penalty settled meanwhile": "Give the penalty's amount back, or note it for the customer.",
  "penalty changed meanwhile": "Compare the penalty with the order; ask for the rest with a new one, or give it back.",
  "security deposit twice": "Give one security deposit back and lower the customer's deposit.",
  "paid twice": "Give the second payment back at the provider.",
  "refunded by provider":
    "Take the cans and deposits back by hand, if they are still there, and have the penalties that it paid owed again. Where the refund failed, the order is credited: give again only what was taken back by hand for it, and refund it once more if the customer was promised the money.",
  "no money at provider": "Ask whoever called it paid; verify it again, or take back what was credited.",
  "never verified": "Look it up at the provider. If the money is there, set the status to payment successful.",
  "not captured": "Take it at the provider, or let it go back to the customer; the order follows by itself.",
  disputed: "Answer the dispute at the provider before its time is over; take back by hand what is to be taken back.",
  "account deleted": "Give the money back at the provider; nobody comes for the cans.",
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
      return `A payment was heard of: ${orderStatus}`;
    case "moved":
      return `Became ${orderStatus}`;
    case "credited":
      return "Credited to the customer";
    case "flagged":
      return isFlag(reason) ? flagWords[reason] : "Somebody must look at it";
    case "settled":
      return "Resolved";
    case "refused":
      return "Refused, and left as it was";
  }
};

/** Why it was done, where the words above do not say it already. */
export const reasonOf = ({ what, reason }: OrderStep): string => (what === "flagged" && isFlag(reason) ? "" : reason);

/** How many cans an order bought; a deposit is none. */
export const cansOf = ({ products }: Pick<Order, "products">): number =>
  [...products.bundle, ...products.unit]
    .filter(({ productType }) => productType === "product")
    .reduce((sum, { quantity }) => sum + quantity, 0);
