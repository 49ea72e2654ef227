import { within } from "#shared/http/within.ts";
import { OrderFlag } from "#shared/orders/order-status.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { isStuckAt } from "./payments-to-review.ts";
import { isUnsettled } from "./unknown-payments.ts";

/** Beyond it the figures say no more. */
const limit = 10_000;
const quarterMs = 15 * 60_000;

/** Metrics of payments: counted in the database, so the same at every gateway. */
export const publishPaymentFigures = ({
  mongo,
  clock,
  metrics,
  limits,
}: Pick<FeatureParts, "mongo" | "clock" | "metrics" | "limits">): void => {
  const { orders, unknownPayments } = mongo.collections;
  const answered = <T>(work: Promise<T>): Promise<T> => within(limits.redisMs, "MongoDB", work);

  metrics.countOnScrape(async () => {
    const old = { status: "processing" as const, time: { $lt: new Date(clock.now() - quarterMs) } };
    const stuck = isStuckAt(clock.now());
    metrics.ordersProcessing.set({ longer_than: "15m" }, await answered(orders.countDocuments(old, { limit })));
    metrics.ordersProcessing.set({ longer_than: "25h" }, await answered(orders.countDocuments(stuck, { limit })));
  });
  metrics.countOnScrape(async () => {
    const flagged = orders.aggregate<{ _id: OrderFlag; found: number }>([
      { $match: { "flags.0": { $exists: true } } },
      { $limit: limit },
      { $unwind: "$flags" },
      { $group: { _id: "$flags", found: { $sum: 1 } } },
    ]);
    const found = new Map((await answered(flagged.toArray())).map((one) => [one._id, one.found]));
    for (const flag of OrderFlag.options) metrics.ordersFlagged.set({ flag }, found.get(flag) ?? 0);
  });
  metrics.countOnScrape(async () =>
    metrics.unknownPayments.set(await answered(unknownPayments.countDocuments(isUnsettled, { limit }))),
  );
};
