import { within } from "#shared/http/within.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import type { Heard, RedisConnection } from "#shared/runtime/redis.ts";
import { refusalSentence, tryWrite } from "#shared/runtime/redis-refusals.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

interface Parts {
  mongo: Pick<Mongo, "tryWrite">;
  redis: RedisConnection;
  queues: Pick<Queues, "counts">;
  /** The queues that this process works on. */
  queueNames: readonly string[];
  /** Their connections: each can fall silent by itself. */
  connections: readonly Heard[];
  /** The recurring jobs that do not come; none where this process does not look after them. */
  overdue?: (() => Promise<string[]>) | undefined;
  metrics: Pick<WorkerMetrics, "partUp" | "queueJobs">;
}
type State = "up" | "down";

const patienceMs = 2_000;
/** As a gateway's: a majority that confirms later confirms nothing in time. */
const writeMs = 5_000;

/** Whether this worker can work: MongoDB, Redis and each connection on which it waits for jobs are probed at once. */
export const createReadiness = (parts: Parts) => {
  const { mongo, redis, queues, queueNames, connections, overdue, metrics } = parts;

  const probe = async (work: () => Promise<unknown>, ms = patienceMs): Promise<State> => {
    try {
      await within(ms, "The part", work());
      return "up";
    } catch {
      return "down";
    }
  };
  /** Not known is not overdue: that MongoDB is away is said already. */
  const schedules = async (look: () => Promise<string[]>): Promise<State> => {
    const late = await within(patienceMs, "MongoDB", look()).catch(() => []);
    return late.length > 0 ? "down" : "up";
  };
  const states = async (): Promise<Record<string, State>> => {
    const [mongodb, redisState, ofSchedules] = await Promise.all([
      probe(mongo.tryWrite, writeMs),
      probe(() => tryWrite(redis)),
      overdue && schedules(overdue),
    ]);
    const found: Record<string, State> = {
      mongodb,
      redis: redisState,
      queues: connections.every((one) => one.isHeard()) ? "up" : "down",
    };
    if (ofSchedules) found.schedules = ofSchedules;
    for (const [part, state] of Object.entries(found)) metrics.partUp.set({ part }, state === "up" ? 1 : 0);
    return found;
  };
  return {
    probe: async () => {
      const found = await states();
      const down = Object.keys(found).filter((part) => found[part] === "down");
      const refusal = [redis, ...connections].map((one) => one.refusal()).find((one) => one !== null) ?? null;
      return { parts: found, why: refusal === null ? down : [...down, refusalSentence(refusal)] };
    },
    /** The metrics that are counted when read; what does not answer leaves none. */
    measure: async (): Promise<void> => {
      await states();
      metrics.queueJobs.reset();
      await Promise.allSettled(
        queueNames.map(async (queue) => {
          const counts = await within(patienceMs, "The queue", queues.counts(queue));
          for (const [state, count] of Object.entries(counts)) metrics.queueJobs.set({ queue, state }, count);
        }),
      );
    },
  };
};
export type Readiness = ReturnType<typeof createReadiness>;
