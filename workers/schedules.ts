import type { Redis } from "ioredis";
import { isOverdue } from "#shared/jobs/job.rules.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import { type DatabaseTime, databaseTime } from "./parts.ts";
import { createSweep } from "./sweep.ts";

interface Parts extends DatabaseTime {
  mongo: Pick<Mongo, "collections" | "serverTime">;
  queues: Pick<Queues, "schedule">;
  redis: Pick<Redis, "on" | "off">;
  log: Pick<Logger, "error" | "warn" | "info">;
  timeZone: string;
  everyMs?: number | undefined;
}
const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Recurring jobs are stored in Redis, which may be emptied or come back without them: their schedules are checked once
 * a minute, and whenever a connection is made again.
 */
export const createSchedules = (parts: Parts) => {
  const { mongo, queues, redis, log, timeZone, everyMs = 60_000 } = parts;
  let isFirst = true;
  const words = { failing: "recurring jobs could not be scheduled", again: "recurring jobs are scheduled again" };
  const { sweep, idle } = createSweep(log, words, async () => {
    const made = await queues.schedule(timeZone);
    if (made.length > 0 && !isFirst)
      log.warn({ jobs: made }, "Redis had lost recurring jobs; they were scheduled again");
    isFirst = false;
    return [];
  });
  const look = () => void sweep();
  const timer = setInterval(look, everyMs);
  redis.on("ready", look);
  return {
    /** Throws what the first look failed with: a worker that cannot schedule does not start. */
    start: async (): Promise<void> => {
      const [failure] = await sweep();
      if (failure) throw failure;
    },
    /** The recurring jobs that have not come, as the database knows, whichever worker would do them. */
    overdue: async (): Promise<string[]> => {
      const now = await databaseTime(parts);
      const known = await mongo.collections.jobs.find().toArray();
      const late = known.filter(({ nextAt, runningSince, timeLimitSeconds }) =>
        isOverdue({ nextAt: moment(nextAt), runningSince: moment(runningSince), timeLimitSeconds }, now),
      );
      return late.map(({ name }) => name);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      redis.off("ready", look);
      await idle();
    },
  };
};
