import { isDeepStrictEqual } from "node:util";
import { type JobSchedulerJson, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { within } from "../http/within.ts";
import { isJobName, isWakeUp, type JobName, type JobPayload, jobs, queueNames } from "../jobs/catalogue.ts";
import { patternOf } from "../jobs/schedule.ts";
import type { Logger } from "./logger.ts";
import type { RedisKeys } from "./redis-keys.ts";

const recurring = Object.keys(jobs)
  .filter(isJobName)
  .filter((name) => jobs[name].schedule);
/** A job that is due for longer, and that nobody can take, is not coming any more. */
const stuckAfterMs = 60_000;

const dueOf = (name: JobName, timeZone: string): { pattern: string; tz: string } | { every: number } => {
  const { schedule } = jobs[name];
  if (!schedule) throw new Error(`${name} does not recur`);
  return schedule.kind === "daily"
    ? { pattern: patternOf(schedule), tz: timeZone }
    : { every: schedule.seconds * 1_000 };
};

const isScheduledAs = (
  { pattern, tz, every, template: known }: JobSchedulerJson,
  due: ReturnType<typeof dueOf>,
  template: { opts: { attempts: number } },
): boolean =>
  isDeepStrictEqual("every" in due ? { every } : { pattern, tz }, due) &&
  known?.opts?.attempts === template.opts.attempts;

/** Its schedule stands, and its next job went: part of what Redis held was lost. */
const isStuck = async (queue: Queue, { key, next = 0 }: JobSchedulerJson): Promise<boolean> =>
  Date.now() - next > stuckAfterMs &&
  ["unknown", "completed", "failed"].includes(await queue.getJobState(`repeat:${key}:${next}`));

/**
 * Typed producers. They fail fast: with Redis down `add` rejects, with Redis frozen our timer does, and the job may
 * exist all the same, so handlers are safe to run twice.
 */
export const createQueues = (redis: Redis, keys: RedisKeys, log: Pick<Logger, "warn">) => {
  const queues = new Map(
    queueNames.map((name) => [
      name,
      new Queue(name, {
        connection: redis,
        prefix: keys.queue(name),
        skipWaitingForReady: true,
        defaultJobOptions: {
          backoff: { type: "exponential", delay: 500 },
          removeOnComplete: { age: 3_600, count: 1_000 },
          removeOnFail: { age: 86_400, count: 5_000 },
        },
      }),
    ]),
  );
  // BullMQ itself prints what nobody listens for, at each try to connect anew.
  for (const [name, queue] of queues)
    queue.on("error", (error) => log.warn({ queue: name, err: error }, "the queue's connection failed"));
  const queueOf = (name: JobName): Queue => {
    const queue = queues.get(jobs[name].queue);
    if (!queue) throw new Error(`no queue for job ${name}`);
    return queue;
  };

  return {
    add: async <N extends JobName>(name: N, payload: JobPayload<N>): Promise<void> => {
      const { attempts, firstPauseSeconds } = jobs[name];
      const backoff = firstPauseSeconds && { type: "exponential", delay: firstPauseSeconds * 1_000 };
      const opts = { attempts, ...(backoff ? { backoff } : {}), ...(isWakeUp(name) ? { removeOnFail: true } : {}) };
      await within(2_000, "The job queue", queueOf(name).add(name, jobs[name].payload.parse(payload), opts));
    },
    /**
     * Schedules every recurring job of the catalogue, and removes schedules of jobs that are no longer in it; safe to
     * repeat. A correct schedule is not touched: a daily job whose schedule is made again while it waits would move to
     * the next day. Returns the names of the jobs that it scheduled.
     */
    schedule: async (timeZone: string): Promise<JobName[]> => {
      const made: JobName[] = [];
      for (const queue of queues.values()) {
        const known = await queue.getJobSchedulers();
        for (const name of recurring.filter((one) => queueOf(one) === queue)) {
          const due = dueOf(name, timeZone);
          const template = { name, data: {}, opts: { attempts: jobs[name].attempts } };
          const found = known.find(({ key }) => key === name);
          if (found && isScheduledAs(found, due, template) && !(await isStuck(queue, found))) continue;
          await queue.upsertJobScheduler(name, due, template);
          made.push(name);
        }
        for (const { key } of known)
          if (!recurring.some((name) => name === key && queueOf(name) === queue)) await queue.removeJobScheduler(key);
      }
      return made;
    },
    /** When it is due next; null where it is not scheduled. */
    nextOf: async (name: JobName): Promise<Date | null> => {
      const scheduler = await within(2_000, "The job queue", queueOf(name).getJobScheduler(name));
      return scheduler?.next ? new Date(scheduler.next) : null;
    },
    /** How many jobs of a queue wait, are being done, are due later, or have failed for good. */
    counts: async (queue: string): Promise<Record<string, number>> =>
      queues.get(queue)?.getJobCounts("waiting", "active", "delayed", "failed") ?? {},
    /** When the job that waits longest was queued, milliseconds since 1970; null where none waits. */
    oldestWaiting: async (queue: string): Promise<number | null> => {
      const [oldest] = (await queues.get(queue)?.getJobs(["waiting"], 0, 0, true)) ?? [];
      return oldest ? oldest.timestamp + (oldest.delay ?? 0) : null;
    },
    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
};
export type Queues = ReturnType<typeof createQueues>;
