import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { isJobName, jobs, type WorkName } from "#shared/jobs/catalogue.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import { type DatabaseTime, databaseTime } from "../parts.ts";
import { announceJobs } from "./announce-jobs.ts";
import { reasonOf } from "./failure-reason.ts";
import { merged, type Pending, withEnd, writesOf } from "./pending.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "serverTime">;
  queues: Pick<Queues, "nextOf">;
  log: Pick<Logger, "warn">;
  sweepEveryMs: number;
  flushEveryMs?: number;
}
/** Work that takes longer is shown as running. */
const soonMs = 1_000;
/** Frequent work gets a line of its own when it took this long. */
const slowMs = 10_000;

const isFrequent = (name: WorkName): boolean => !isJobName(name) || jobs[name].isFrequent === true;
const isScheduled = (name: WorkName): boolean => isJobName(name) && jobs[name].schedule !== undefined;

/** Gives moments of this process as MongoDB's clock would have shown them. */
const readClock = async (parts: DatabaseTime) => {
  const now = await databaseTime(parts);
  const began = performance.now();
  return (at: number) => new Date(Math.round(now - (began - at)));
};

const nextOf = async (queues: Parts["queues"], name: WorkName): Promise<Date | null | undefined> => {
  if (!isJobName(name) || !jobs[name].schedule) return null;
  // Where Redis has lost its schedule it stays due when it was: nobody else would notice that it does not come.
  return (await queues.nextOf(name).catch(() => null)) ?? undefined;
};

/**
 * Keeps for operators how the workers' work goes, one document for each kind of it. What is seldom is written at once,
 * what runs all the time every few seconds, or when it begins or stops to fail. While MongoDB is away it is kept here,
 * and no job waits for it.
 */
export const createJobLog = ({ mongo, databaseClock, queues, log, sweepEveryMs, flushEveryMs = 15_000 }: Parts) => {
  const collection = mongo.collections.jobs;
  let pending = new Map<WorkName, Pending>();
  const failing = new Map<WorkName, boolean>();
  let isAway = false;

  const write = async (): Promise<void> => {
    const written = pending;
    pending = new Map();
    try {
      if (written.size === 0) return;
      const moment = await readClock({ mongo, databaseClock });
      const writes = await Promise.all(
        [...written].map(async ([name, incoming]) => writesOf(name, incoming, moment, await nextOf(queues, name))),
      );
      await collection.bulkWrite(writes.flat());
      isAway = false;
    } catch (error) {
      // Written later, together with what comes meanwhile.
      for (const [name, older] of written) pending.set(name, merged(older, pending.get(name)));
      if (!isAway) log.warn({ err: error }, "how jobs ended could not be stored; trying again shortly");
      isAway = true;
    }
  };
  const flush = createSharedRun(write);
  const timer = setInterval(() => void flush(), flushEveryMs);

  /** What ended meanwhile has been written already: it must not stand there as running. */
  const showRunning = async (name: WorkName, began: number, isOver: () => boolean): Promise<void> => {
    const runningSince = (await readClock({ mongo, databaseClock }))(began);
    await collection.updateOne({ name }, { $set: { runningSince } });
    if (isOver()) await collection.updateOne({ name, runningSince }, { $set: { runningSince: null } });
  };

  return {
    /** Names all work before the first of it begins; what is no longer in the catalogue goes. Safe to repeat. */
    announce: (): Promise<void> => announceJobs(collection, (name) => nextOf(queues, name), sweepEveryMs / 1_000),

    /** To be called when work begins; what it gives, once, when it ended. */
    begin: (name: WorkName, payload: Record<string, unknown> = {}) => {
      const began = performance.now();
      let isOver = false;
      const shown = isScheduled(name)
        ? setTimeout(() => void showRunning(name, began, () => isOver).catch(() => undefined), soonMs)
        : undefined;
      return (failure: unknown = null, isFinal = false): void => {
        isOver = true;
        clearTimeout(shown);
        const at = performance.now();
        const reason = failure === null ? null : reasonOf(failure);
        const hasTurned = (reason !== null) !== (failing.get(name) ?? false);
        const tookMs = Math.round(at - began);
        const isKept = !isFrequent(name) || (reason !== null && hasTurned) || tookMs > slowMs;
        failing.set(name, reason !== null);
        pending.set(name, withEnd(pending.get(name), { at, tookMs, reason, payload, isFinal, isKept }));
        if (isKept || hasTurned || isFinal) void flush();
      };
    },
    /** Writes what is known, and ends. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await flush();
    },
  };
};
export type JobLog = ReturnType<typeof createJobLog>;
