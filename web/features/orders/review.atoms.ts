import type { Order } from "#shared/orders/order.schema.ts";
import { listPaymentsToReview } from "#shared/payments/payment.api.ts";
import type { PaymentsToReview } from "#shared/payments/payment.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { namesIn } from "../../records/customer-and-machine.ts";
import { afterEvent } from "./review-events.ts";

const renamed = (known: PaymentsToReview, rename: (order: Order) => Order): PaymentsToReview => ({
  ...known,
  flagged: known.flagged.map(rename),
  stuck: known.stuck.map(rename),
});

/** Everything about payments that waits for a person. */
export const reviewAtom = liveAtom<PaymentsToReview>({
  rooms: ["orders", "users", "machine-names"],
  load: loadBy(listPaymentsToReview, {}, ({ flagged, flaggedCount, stuck, stuckCount, unknown, unknownCount }) => ({
    flagged,
    flaggedCount,
    stuck,
    stuckCount,
    unknown,
    unknownCount,
  })),
  handlers: {
    "order.changed": afterEvent,
    "unknown-payment.changed": () => loadAgain,
    ...namesIn(renamed),
  },
});
