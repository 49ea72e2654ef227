import { ObjectId } from "mongodb";
import { createOneRun } from "#shared/concurrency/single-flight.ts";
import { daysFrom } from "#shared/http/date-range.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { type Lease, LeaseLost, takeLease } from "#shared/runtime/lease.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";
import type { SalesProgressDocument } from "#shared/sales/sales.document.server.ts";
import { type DatabaseTime, databaseTime } from "../parts.ts";
import { countDay } from "./count-day.ts";
import { createChangedDays, firstDay, incompleteDays, lastDay, nextDay } from "./due-days.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "readAsOf" | "serverTime">;
  log: Pick<Logger, "info">;
  timeZone: string;
  /** How long a job counts at most; it ends the day that it is at, and the next job goes on. */
  countMs?: number;
}

/** A worker that counted nothing for this long has died: another one goes on. */
const leaseMs = 5_000;
const defaultCountMs = 10_000;

type Stores = Pick<Mongo, "collections">;

/** A database that has no rows yet, or rows of another zone's days, has all of its days counted. */
const begin = async (mongo: Stores, timeZone: string, now: number): Promise<void> => {
  const { salesProgress } = mongo.collections;
  const known = await salesProgress.findOne({ _id: "sales" });
  if (known?.timeZone === timeZone) return;
  const fresh = { timeZone, seenTo: new Date(now), recount: await firstDay(mongo, timeZone) };
  if (known) {
    await salesProgress.updateOne({ _id: "sales", timeZone: known.timeZone }, { $set: fresh });
    return;
  }
  try {
    await salesProgress.insertOne({ _id: "sales", ...fresh, holder: null, heldUntil: null });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
};

const otherZone = (kept: string, given: string): string =>
  `The sales are kept by the days of ${kept}, and TIME_ZONE is ${given} here: set TIME_ZONE=${kept}. Nothing was counted.`;

/**
 * Keeps the rows of sales (specification: Sales of a day): of each day from the first that sold something up to today.
 * A day is counted anew from its orders whenever one of them changed; orders, and who pays them, know nothing of it.
 * One worker counts at a time, and any may be killed: what is not yet noted as seen is counted again.
 */
export const createSales = ({ mongo, databaseClock, log, timeZone, countMs = defaultCountMs }: Parts) => {
  const { salesProgress } = mongo.collections;
  const changed = createChangedDays(mongo, timeZone);
  let ending = false;

  const time = () => databaseTime({ mongo, databaseClock });
  const todayAt = (now: number) => dayOf(now, timeZone);

  const countOne = async (day: string): Promise<boolean> => {
    const now = await time();
    return countDay(mongo, { day, timeZone, isOpen: day >= todayAt(now), now });
  };

  /** As far as there is time; false when days were left for the next run. */
  const countEach = async (days: string[], until: number, counted?: (day: string) => void): Promise<boolean> => {
    for (const [nth, day] of days.entries()) {
      if (ending || (nth > 0 && performance.now() >= until)) return false;
      await countOne(day);
      counted?.(day);
    }
    return true;
  };

  /** Every day, whatever changed, as far as there is time; a day at a time, so that the next run continues. */
  const recount = async (lease: Lease<SalesProgressDocument>, from: string, until: number): Promise<void> => {
    for (let day: string | null = from; day && !ending && performance.now() < until; ) {
      await countOne(day);
      const next = nextDay(day, await lastDay(mongo, todayAt(await time())));
      const mine = { ...lease.mine, recount: day };
      if ((await salesProgress.updateOne(mine, { $set: { recount: next } })).matchedCount === 0) return;
      day = next;
    }
  };

  const countDue = async (): Promise<void> => {
    const until = performance.now() + countMs;
    const now = await time();
    await begin(mongo, timeZone, now);
    const holder = new ObjectId();
    const taken = await takeLease({ collection: salesProgress, where: { _id: "sales" }, holder, leaseMs });
    if (!taken) return;
    const { document: progress, lease } = taken;
    try {
      // Where MongoDB's clock was set back, orders change from now on at times that were seen already.
      const { days, counted } = await changed.since(Math.min(progress.seenTo.getTime(), now));
      if (!(await countEach(days, until, counted))) return;
      await lease.write({ $set: { seenTo: new Date(now) } });
      if (!(await countEach(await incompleteDays(mongo, todayAt(now)), until))) return;
      if (progress.recount) await recount(lease, progress.recount, until);
    } catch (error) {
      // The next worker begins where this one was.
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await lease.giveBack();
    }
  };

  const due = createOneRun(countDue);
  return {
    /** Counts what is due: days whose orders changed, those without a row, those that ended. */
    count: due.run,
    /**
     * Counts every day anew, beside traffic; returns how many there are, and how many were wrong. Throws a sentence,
     * before anything is written, where the rows are of another zone's days: those would all be replaced.
     */
    rebuild: async (): Promise<{ days: number; mended: number }> => {
      const known = await salesProgress.findOne({ _id: "sales" }, { projection: { timeZone: 1 } });
      if (known && known.timeZone !== timeZone) throw new Error(otherZone(known.timeZone, timeZone));
      const first = await firstDay(mongo, timeZone);
      const days = first ? daysFrom(first, todayAt(await time())) : [];
      let mended = 0;
      for (const day of days) {
        if (ending) break;
        if (await countOne(day)) mended += 1;
      }
      log.info({ days: days.length, mended }, "every day's sales were counted again");
      return { days: days.length, mended };
    },
    /** Ends what runs after the day that is being counted. */
    stop: async (): Promise<void> => {
      ending = true;
      await due.idle();
    },
  };
};
export type Sales = ReturnType<typeof createSales>;
