import { Gauge } from "prom-client";
import { within } from "#shared/http/within.ts";
import { type OrderFlag, OrderFlag as OrderFlags } from "#shared/orders/order-status.ts";
import type { FeatureParts } from "../feature.ts";
import { isStuckAt } from "./payments-to-review.ts";

/** Beyond it the figure says no more. */
const limit = 10_000;
const quarterMs = 15 * 60_000;

/** What /metrics tells of payments, counted in the database when it is asked: the same at every gateway. */
export const tellPaymentFigures = ({ mongo, clock, metrics, limits }: FeatureParts): void => {
  const { orders, unknownPayments } = mongo.collections;
  const registers = [metrics.registry];
  /** A figure that cannot be had is left as it was: /metrics answers all the same. */
  const count = async (work: Promise<number>, take: (found: number) => void): Promise<void> => {
    await within(limits.redisMs, "MongoDB", work).then(take, () => undefined);
  };

  new Gauge({
    name: "cansole_orders_processing",
    help: "Orders in processing for longer than a payment takes, and for longer than an order may stay unpaid",
    labelNames: ["longer_than"] as const,
    registers,
    async collect() {
      const since = new Date(clock.now() - quarterMs);
      const unpaid = { status: "processing" as const, time: { $lt: since } };
      await count(orders.countDocuments(unpaid, { limit }), (found) => this.set({ longer_than: "15m" }, found));
      const stuck = orders.countDocuments(isStuckAt(clock.now()), { limit });
      await count(stuck, (found) => this.set({ longer_than: "25h" }, found));
    },
  });
  new Gauge({
    name: "cansole_orders_flagged",
    help: "Orders that somebody must look at, by flag; 'no money at provider' is cans without money",
    labelNames: ["flag"] as const,
    registers,
    async collect() {
      const flagged = orders.aggregate<{ _id: OrderFlag; found: number }>([
        { $match: { "flags.0": { $exists: true } } },
        { $limit: limit },
        { $unwind: "$flags" },
        { $group: { _id: "$flags", found: { $sum: 1 } } },
      ]);
      const found = await within(limits.redisMs, "MongoDB", flagged.toArray()).catch(() => null);
      if (!found) return;
      for (const flag of OrderFlags.options) this.set({ flag }, found.find(({ _id }) => _id === flag)?.found ?? 0);
    },
  });
  new Gauge({
    name: "cansole_unknown_payments",
    help: "Payments that the provider told of and that belong to no order: money without cans",
    registers,
    async collect() {
      await count(unknownPayments.countDocuments({}, { limit }), (found) => this.set(found));
    },
  });
};
