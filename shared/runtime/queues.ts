import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { within } from "../http/within.ts";
import { type JobName, type JobPayload, jobs, queueNames } from "../jobs/catalogue.ts";
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
      const { attempts } = jobs[name];
      await within(2_000, "The job queue", queueOf(name).add(name, jobs[name].payload.parse(payload), { attempts }));
    },
    /** Makes sure that every recurring job of the catalogue is scheduled; safe to repeat. */
    schedule: async (): Promise<void> => {
      for (const [name, definition] of Object.entries(jobs)) {
        if (!definition.everySeconds) continue;
        await queueOf(name as JobName).upsertJobScheduler(
          name,
          { every: definition.everySeconds * 1_000 },
          { name, data: {}, opts: { attempts: definition.attempts } },
        );
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
};
export type Queues = ReturnType<typeof createQueues>;
