import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import type { PaymentsToReview, UnknownPayment } from "#shared/payments/payment.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { publishedInRows } from "../../records/customer-and-machine.ts";

const holds = (orders: readonly Order[], { _id }: OrderRecord) => orders.some((order) => order._id === _id);
const without = (orders: Order[], { _id }: OrderRecord) => orders.filter((order) => order._id !== _id);

/** What the lists are once this was told of an order; its names are known of those alone that stand in them. */
export const afterNews = (known: PaymentsToReview, news: OrderRecord): PaymentsToReview | typeof loadAgain => {
  const isFlagged = news.flags.length > 0;
  const isOpen = news.orderStatus === "processing";
  if (isFlagged && !holds(known.flagged, news)) return loadAgain;
  const leavesFlagged = !isFlagged && holds(known.flagged, news);
  const leavesStuck = !isOpen && holds(known.stuck, news);
  return {
    ...known,
    flagged: leavesFlagged ? without(known.flagged, news) : publishedInRows(known.flagged, news),
    flaggedCount: known.flaggedCount - Number(leavesFlagged),
    stuck: leavesStuck ? without(known.stuck, news) : publishedInRows(known.stuck, news),
    stuckCount: known.stuckCount - Number(leavesStuck),
  };
};

/** What the lists are once this is known of a payment: looked after it leaves, else it stands as it is now. */
export const afterSettling = (known: PaymentsToReview, told: UnknownPayment): PaymentsToReview => {
  const isTold = ({ paymentId }: UnknownPayment) => paymentId === told.paymentId;
  if (!told.settled) return { ...known, unknown: known.unknown.map((one) => (isTold(one) ? told : one)) };
  const unknown = known.unknown.filter((one) => !isTold(one));
  return { ...known, unknown, unknownCount: known.unknownCount - (known.unknown.length - unknown.length) };
};
