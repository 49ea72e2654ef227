import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { within } from "../http/within.ts";
import { isJobName, type JobName, type JobPayload, jobs, queueNames } from "../jobs/catalogue.ts";
import { patternOf } from "../jobs/schedule.ts";
import type { RedisKeys } from "./redis-keys.ts";

/**
 * Typed producers. They fail fast: with Redis down `add` rejects, with Redis frozen our timer does, and the job may
 * exist all the same, so handlers are safe to run twice.
 */
export const createQueues = (redis: Redis, keys: RedisKeys) => {
  const queues = new Map(
    queueNames.map((name) => [
      name,
      new Queue(name, {
        connection: redis,
        prefix: keys.jobs,
        skipWaitingForReady: true,
        defaultJobOptions: {
          backoff: { type: "exponential", delay: 500 },
          removeOnComplete: { age: 3_600, count: 1_000 },
          removeOnFail: { age: 86_400, count: 5_000 },
        },
      }),
    ]),
  );
  const queueOf = (name: JobName): Queue => {
    const queue = queues.get(jobs[name].queue);
    if (!queue) throw new Error(`no queue for job ${name}`);
    return queue;
  };

  return {
    add: async <N extends JobName>(name: N, payload: JobPayload<N>): Promise<void> => {
      const { attempts, firstPauseSeconds } = jobs[name];
      const backoff = firstPauseSeconds && { type: "exponential", delay: firstPauseSeconds * 1_000 };
      const opts = { attempts, ...(backoff ? { backoff } : {}) };
      await within(2_000, "The job queue", queueOf(name).add(name, jobs[name].payload.parse(payload), opts));
    },
    /**
     * Makes sure that every recurring job of the catalogue is scheduled, and that none is which stands there no more;
     * safe to repeat.
     */
    schedule: async (timeZone: string): Promise<void> => {
      for (const [name, { schedule, attempts }] of Object.entries(jobs)) {
        if (!schedule) continue;
        const due =
          schedule.kind === "daily"
            ? { pattern: patternOf(schedule), tz: timeZone }
            : { every: schedule.seconds * 1_000 };
        await queueOf(name as JobName).upsertJobScheduler(name, due, { name, data: {}, opts: { attempts } });
      }
      for (const queue of queues.values())
        for (const { key } of await queue.getJobSchedulers())
          if (!isJobName(key) || !jobs[key].schedule || queueOf(key) !== queue) await queue.removeJobScheduler(key);
    },
    /** When it is due next; null where it is not scheduled. */
    nextOf: async (name: JobName): Promise<Date | null> => {
      const scheduler = await within(2_000, "The job queue", queueOf(name).getJobScheduler(name));
      return scheduler?.next ? new Date(scheduler.next) : null;
    },
    /** How many jobs of a queue wait, are being done, are due later, or have failed for good. */
    counts: async (queue: string): Promise<Record<string, number>> =>
      queues.get(queue)?.getJobCounts("waiting", "active", "delayed", "failed") ?? {},
    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
};
export type Queues = ReturnType<typeof createQueues>;
