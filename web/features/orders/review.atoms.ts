import type { Order } from "#shared/orders/order.schema.ts";
import { listPaymentsToReview } from "#shared/payments/payment.api.ts";
import { leastToReview, mostToReview, type PaymentsToReview } from "#shared/payments/payment.schema.ts";
import { type LoadHow, loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { namesIn } from "../../records/customer-and-machine.ts";
import { atom, store } from "../../state/jotai.ts";
import { afterEvent } from "./review-events.ts";

const renamed = (known: PaymentsToReview, rename: (order: Order) => Order): PaymentsToReview => ({
  ...known,
  flagged: known.flagged.map(rename),
  stuck: known.stuck.map(rename),
});

const moreAtOnce = 300;
/** How many of each kind the page lists. */
const limitAtom = atom(leastToReview);

const loadUpTo = (limit: number) =>
  loadBy(
    listPaymentsToReview,
    { query: { limit: String(limit) } },
    ({ flagged, flaggedCount, stuck, stuckCount, unknown, unknownCount }) => ({
      flagged,
      flaggedCount,
      stuck,
      stuckCount,
      unknown,
      unknownCount,
    }),
  );

/** Everything about payments that waits for a person. */
export const reviewAtom = liveAtom<PaymentsToReview>({
  rooms: ["orders", "users", "machine-names"],
  load: (how: LoadHow) => loadUpTo(store.get(limitAtom))(how),
  handlers: {
    "order.changed": afterEvent,
    "unknown-payment.changed": () => loadAgain,
    ...namesIn(renamed),
  },
});

/** Whether more of each kind may be listed; written, it lists more. */
export const moreToReviewAtom = atom(
  (get) => get(limitAtom) < mostToReview,
  (get, set) => {
    set(limitAtom, Math.min(mostToReview, get(limitAtom) + moreAtOnce));
    set(reviewAtom, { do: "retry" });
  },
);
