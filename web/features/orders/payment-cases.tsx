import { approvalWords } from "#shared/approvals/approval.rules.ts";
import type { Approval } from "#shared/approvals/approval.schema.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { PaymentsToReview, UnknownPayment } from "#shared/payments/payment.schema.ts";
import type { CaseRow } from "../../recipes/queue/WorkQueue.tsx";
import { Money, rupeesText } from "../../ui/Money.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { flaggedSince } from "./order-words.ts";

/** What waits for a person about payments: one thing of four kinds. */
export type PaymentCase =
  | { kind: "requested"; id: string; approval: Approval }
  | { kind: "flagged" | "stuck"; id: string; order: Order }
  | { kind: "unmatched"; id: string; payment: UnknownPayment };
export type PaymentKind = PaymentCase["kind"];

/**
 * In the order in which they are worked on: `line` says what each is, and how it leaves the queue, where its buttons and
 * its note do not say it.
 */
export const paymentKinds: Record<PaymentKind, { title: string; tab: string; line?: string; none: string }> = {
  requested: {
    title: "Requests that wait for a second person",
    tab: "Second person",
    none: "No request waits",
  },
  flagged: {
    title: "Flagged orders",
    tab: "Flagged orders",
    line: "It leaves the queue when somebody writes what was done, or when the provider settles it.",
    none: "No order is flagged",
  },
  stuck: {
    title: "Orders that never ended",
    tab: "Never ended",
    line: "In processing for more than a day; the regular check should have ended it. Check that the workers run and the provider answers.",
    none: "Every old order has ended",
  },
  unmatched: {
    title: "Unmatched payments",
    tab: "Unmatched payments",
    line: "The provider reported a payment without an order here. Look it up at the provider, and refund it there if it is not for this network. It leaves the queue when somebody writes what was done, and returns if the provider reports a change.",
    none: "Every payment belongs to an order",
  },
};

export const casesOf = (
  { flagged, stuck, unknown }: PaymentsToReview,
  requested: readonly Approval[],
): readonly PaymentCase[] => [
  ...requested.map((approval) => ({ kind: "requested" as const, id: approval._id, approval })),
  ...flagged.map((order) => ({ kind: "flagged" as const, id: order._id, order })),
  ...stuck.map((order) => ({ kind: "stuck" as const, id: order._id, order })),
  ...unknown.map((payment) => ({ kind: "unmatched" as const, id: payment.paymentId, payment })),
];

/** In units of its currency. */
export const amountOf = ({ amount, currency }: UnknownPayment) =>
  currency === "INR" ? <Money amount={amount} /> : `${currency} ${amount.toFixed(2)}`;

/** How a case stands in the list. */
export const rowOf = (one: PaymentCase): CaseRow => {
  switch (one.kind) {
    case "requested": {
      const { what, kind, by, at } = one.approval;
      return { title: what, line: `${by.name}, ${approvalWords[kind].requests}`, note: <RelativeTime at={at} /> };
    }
    case "unmatched": {
      const { paymentId, status, firstAt } = one.payment;
      return {
        title: <span className="mono">{paymentId}</span>,
        line: (
          <>
            {amountOf(one.payment)} · {status}
          </>
        ),
        note: <RelativeTime at={firstAt} />,
      };
    }
    default: {
      const { orderId, netAmount, user, vendingMachine, time, flags } = one.order;
      const why = flags.length > 0 ? ` · ${flags.join(", ")}` : "";
      return {
        title: <span className="mono">{orderId}</span>,
        line: `${rupeesText(netAmount)}${why} · ${user.name || user.phone} · ${vendingMachine.name}`,
        note: <RelativeTime at={(one.kind === "flagged" && flaggedSince(one.order)) || time} />,
      };
    }
  }
};
