import type { ObjectId } from "mongodb";
import { createAudit } from "#shared/audit/audit.server.ts";
import { eachLimited } from "#shared/concurrency/limit.ts";
import type { PaymentProvider } from "#shared/payments/provider.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import { openDatabaseClock, type WorkerParts } from "../parts.ts";
import { createSweep } from "../sweep.ts";

type Parts = Pick<WorkerParts, "mongo" | "databaseClock" | "log"> & { provider: PaymentProvider };

/** The most orders of one sweep, and the most of them at once; the next sweep finds the rest. */
const limit = 100;
const width = 5;
/** A worker that takes an order has this long to verify it; then it is free again. */
const claimMs = 30_000;
/** A provider that is away is left alone for this long. */
const restMs = 15_000;

const actor = { kind: "job" as const, id: null, from: "payments.sweep" };

/**
 * Verifies orders whose time has come (`nextCheckAt`), by the same verification as operators and notices: what is not
 * paid after 24 hours is canceled, and queried for five more days, because a bank may say yes as late. Every worker
 * does it each second; each order is one worker's.
 */
export const createPaymentSweep = ({ mongo, databaseClock, log, provider }: Parts) => {
  const { orders } = mongo.collections;
  let restsUntil = 0;

  const claim = async (order: ObjectId, at: Date, now: number): Promise<boolean> => {
    const claimed = await orders.updateOne(
      { _id: order, nextCheckAt: at },
      { $set: { nextCheckAt: new Date(now + claimMs) } },
    );
    return claimed.modifiedCount === 1;
  };

  const check = async (order: ObjectId, at: Date, clock: Clock): Promise<void> => {
    if (restsUntil > clock.now() || !(await claim(order, at, clock.now()))) return;
    const parts = { mongo, audit: createAudit(mongo.collections, clock), clock, provider };
    const { refusal } = await verifyOrder(parts, actor, { order, source: "sweep" });
    if (!refusal?.isAway) return;
    const now = clock.now();
    if (restsUntil <= now) log.warn({ why: refusal.sentence }, "orders cannot be verified; trying again shortly");
    restsUntil = now + restMs;
  };

  const run = async (): Promise<unknown[]> => {
    // It goes on while the provider keeps one waiting: a row that is credited late must not name an earlier moment than
    // rows that were counted meanwhile (decision 0034).
    const clock = await openDatabaseClock({ mongo, databaseClock });
    const now = clock.now();
    if (restsUntil > now) return [];
    const due = await orders
      .find({ nextCheckAt: { $lte: new Date(now) } }, { projection: { nextCheckAt: 1 } })
      .sort({ nextCheckAt: 1 })
      .limit(limit)
      .toArray();
    return eachLimited(due, width, ({ _id, nextCheckAt }) =>
      nextCheckAt ? check(_id, nextCheckAt, clock) : Promise.resolve(),
    );
  };

  return createSweep(log, { failing: "orders could not be swept", again: "orders are swept again" }, run);
};
