import type { Document } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import { isPaid, type OrderStatus } from "#shared/orders/order-status.ts";
import type { OrderSums } from "#shared/orders/order-sums.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { PagedQuestion } from "../../paged/paged-question.ts";

/** In paise. */
interface StatusSum {
  _id: OrderStatus;
  count: number;
  netAmount: number;
  gst: number;
  cans: number;
}

const cansOf: Document = {
  $sum: {
    $map: {
      input: { $filter: { input: "$lines", as: "line", cond: { $eq: ["$$line.productType", "product"] } } },
      as: "line",
      in: "$$line.quantity",
    },
  },
};
const byStatus: Document = {
  _id: "$status",
  count: { $sum: 1 },
  netAmount: { $sum: "$netAmount" },
  gst: { $sum: "$gst" },
  cans: { $sum: cansOf },
};

const totalOf = (some: StatusSum[]): OrderSums["all"] => {
  const sum = (of: (one: StatusSum) => number) => some.reduce((total, one) => total + of(one), 0);
  return {
    count: sum(({ count }) => count),
    netAmount: rupeesOf(sum(({ netAmount }) => netAmount)),
    gst: rupeesOf(sum(({ gst }) => gst)),
    cans: sum(({ cans }) => cans),
  };
};

/** The sums of the orders that a query finds; null if they are more than `most`, for which only keys are read. */
export const sumOrdersOf = async (
  { collections: { orders } }: Pick<Mongo, "collections">,
  session: DbSession,
  { filter, countBy, readBy }: PagedQuestion,
  most: number,
): Promise<OrderSums | null> => {
  const found = await orders.countDocuments(filter, { session, hint: countBy, limit: most + 1 });
  if (found > most) return null;
  const sums = await orders
    .aggregate<StatusSum>([{ $match: filter }, { $group: byStatus }], { session, hint: readBy })
    .toArray();
  return { all: totalOf(sums), paid: totalOf(sums.filter(({ _id }) => isPaid(_id))) };
};
