import type { ObjectId } from "mongodb";
import { rupeesOf } from "#shared/http/money.ts";
import { type UsualHours, weekMs } from "#shared/live-status/at-risk.rules.ts";
import type { Collections } from "#shared/runtime/collections.ts";

const linesOf = (product: ObjectId | undefined) => ({
  $filter: {
    input: "$lines",
    cond: product ? { $eq: ["$$this.product", product] } : { $eq: ["$$this.productType", "product"] },
  },
});
/** In paise, as a day's sales are added up (`shared/sales/day-sales.rules.ts`). */
const ofAll = {
  $subtract: [{ $sum: { $map: { input: linesOf(undefined), in: "$$this.totalPrice" } } }, "$discount.totalDiscount"],
};
/** A coupon is of the whole order: of one brand only its own discount counts. */
const ofOne = (product: ObjectId) => ({
  $sum: { $map: { input: linesOf(product), in: { $multiply: ["$$this.quantity", "$$this.discountPrice"] } } },
});

/**
 * What a machine usually sells in these hours, or one product of it: the mean of its counted weeks in rupees, from the
 * paid orders; 0 where nothing was sold. Only those hours are read, by the index `machineStatusTime`.
 */
export const createUsualSales =
  ({ orders }: Pick<Collections, "orders">) =>
  async (
    machine: ObjectId,
    { spans, start, whole, restMs, weeks }: UsualHours,
    product?: ObjectId,
  ): Promise<number> => {
    const intoWeek = { $mod: [{ $subtract: ["$time", new Date(start)] }, weekMs] };
    // A sale in the rest of a week counts for one more week of the outage.
    const counts = { $add: [whole, { $cond: [{ $lt: [intoWeek, restMs] }, 1, 0] }] };
    const of = { machine, status: "payment successful" as const, ...(product ? { "lines.product": product } : {}) };
    const [sum] = await orders
      .aggregate<{ paise: number }>([
        {
          $match: {
            $or: spans.map(({ from, before }) => ({ ...of, time: { $gte: new Date(from), $lt: new Date(before) } })),
          },
        },
        { $group: { _id: null, paise: { $sum: { $multiply: [product ? ofOne(product) : ofAll, counts] } } } },
      ])
      .toArray();
    return rupeesOf(Math.round((sum?.paise ?? 0) / weeks));
  };
