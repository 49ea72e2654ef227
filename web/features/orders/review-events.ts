import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import type { PaymentsToReview, UnknownPayment } from "#shared/payments/payment.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { publishedInRows } from "../../records/customer-and-machine.ts";

const holds = (orders: readonly Order[], { _id }: OrderRecord) => orders.some((order) => order._id === _id);
const without = (orders: Order[], { _id }: OrderRecord) => orders.filter((order) => order._id !== _id);

/** The lists after this event of an order; names are known only of orders that they show. */
export const afterEvent = (known: PaymentsToReview, incoming: OrderRecord): PaymentsToReview | typeof loadAgain => {
  const isFlagged = incoming.flags.length > 0;
  const isOpen = incoming.orderStatus === "processing";
  if (isFlagged && !holds(known.flagged, incoming)) return loadAgain;
  const leavesFlagged = !isFlagged && holds(known.flagged, incoming);
  const leavesStuck = !isOpen && holds(known.stuck, incoming);
  return {
    ...known,
    flagged: leavesFlagged ? without(known.flagged, incoming) : publishedInRows(known.flagged, incoming),
    flaggedCount: known.flaggedCount - Number(leavesFlagged),
    stuck: leavesStuck ? without(known.stuck, incoming) : publishedInRows(known.stuck, incoming),
    stuckCount: known.stuckCount - Number(leavesStuck),
  };
};

/** What the lists are once this is known of a payment: looked after it leaves, else it stands as it is now. */
export const afterSettling = (known: PaymentsToReview, incoming: UnknownPayment): PaymentsToReview => {
  const isSame = ({ paymentId }: UnknownPayment) => paymentId === incoming.paymentId;
  if (!incoming.settled) return { ...known, unknown: known.unknown.map((one) => (isSame(one) ? incoming : one)) };
  const unknown = known.unknown.filter((one) => !isSame(one));
  return { ...known, unknown, unknownCount: known.unknownCount - (known.unknown.length - unknown.length) };
};
