import type { Worker } from "bullmq";
import type { Logger } from "#shared/runtime/logger.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";

interface ReportedError {
  queue: string;
  log: Pick<Logger, "warn" | "debug">;
  onLate: (queue: string) => void;
}

/** What BullMQ says of a job whose hold ran out while its worker was at it. */
const late = /^(could not renew lock|Missing lock|Lock mismatch)\b/;

/**
 * What a BullMQ worker complains of. A process that stood still for longer than its hold on a job lasts is late, and has
 * failed at nothing: the job is taken up anew, and handlers are safe to run twice. On a busy machine that is said
 * hundreds of times, so it is counted; everything else is a connection that failed.
 */
export const logQueueErrors =
  ({ queue, log, onLate }: ReportedError) =>
  (error: Error): void => {
    if (late.test(error.message)) {
      onLate(queue);
      log.debug({ queue, err: error.message }, "a job was late, and is taken up anew");
    } else log.warn({ queue, err: error }, "the queue's connection failed");
  };

/**
 * A worker whose server takes no writes is refused each job that it asks for, and asks again without a pause: it rests
 * until writes are taken again. What it is at goes on.
 */
export const restWhileRefused = (worker: Pick<Worker, "pause" | "resume">, redis: RedisConnection): void => {
  const rest = () => void worker.pause(true);
  redis.on("refused", rest);
  redis.on("accepted", () => void worker.resume());
  if (redis.refusal() !== null) rest();
};
