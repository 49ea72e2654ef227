import type { Filter } from "mongodb";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { unpaidMs } from "#shared/payments/check-times.ts";
import { leastToReview } from "#shared/payments/payment.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { showOrders } from "../orders/show-orders.ts";
import { isUnsettled, unknownPaymentView } from "./unknown-payments.ts";

const counted = 10_000;
/** What the sweep needs to cancel what was not paid. */
const graceMs = 3_600_000;

const isFlagged: Filter<OrderDocument> = { "flags.0": { $exists: true } };
/** An order in processing that the sweep should have ended. */
export const isStuckAt = (now: number): Filter<OrderDocument> => ({
  status: "processing",
  time: { $lt: new Date(now - unpaidMs - graceMs) },
});

/** Money without cans, cans without money, and money that belongs to no order. */
export const createPaymentsToReview = ({ mongo, clock }: Pick<FeatureParts, "mongo" | "clock">) => {
  const { orders, unknownPayments } = mongo.collections;
  const show = showOrders(mongo);
  const count = async (session: DbSession) => {
    const ordersOf = (filter: Filter<OrderDocument>) => orders.countDocuments(filter, { session, limit: counted });
    return {
      flaggedCount: await ordersOf(isFlagged),
      stuckCount: await ordersOf(isStuckAt(clock.now())),
      unknownCount: await unknownPayments.countDocuments(isUnsettled, { session, limit: counted }),
    };
  };
  return {
    count,
    /** Reads at most `limit` of each kind. */
    read: (limit = leastToReview) =>
      mongo.answerAsOf(async (session) => {
        const newest = (filter: Filter<OrderDocument>) =>
          orders.find(filter, { session }).sort({ time: -1 }).limit(limit).toArray();
        const unknown = await unknownPayments
          .find(isUnsettled, { session })
          .sort({ lastAt: -1, _id: -1 })
          .limit(limit)
          .toArray();
        return {
          ...(await count(session)),
          flagged: await show(await newest(isFlagged), session),
          stuck: await show(await newest(isStuckAt(clock.now())), session),
          unknown: unknown.map((payment) => unknownPaymentView(payment, "")),
        };
      }),
  };
};
