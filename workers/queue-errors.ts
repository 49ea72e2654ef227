import type { Worker } from "bullmq";
import type { Logger } from "#shared/runtime/logger.ts";
import type { RedisConnection } from "#shared/runtime/redis.ts";

interface ReportedError {
  queue: string;
  log: Pick<Logger, "warn" | "debug">;
  onLate: (queue: string) => void;
}

/** What BullMQ says of a job whose lock expired while its worker ran it. */
const late = /^(could not renew lock|Missing lock|Lock mismatch)\b/;

/**
 * Errors of a BullMQ worker. A process that stood still for longer than its lock on a job lasts is late, and has not
 * failed: the job is taken up anew, and handlers are safe to run twice. On a busy machine that is reported hundreds of
 * times, so it is counted; everything else is a connection that failed.
 */
export const logQueueErrors =
  ({ queue, log, onLate }: ReportedError) =>
  (error: Error): void => {
    if (late.test(error.message)) {
      onLate(queue);
      log.debug({ queue, err: error.message }, "a job was late and starts again");
    } else log.warn({ queue, err: error }, "the queue's connection failed");
  };

/**
 * A worker whose server takes no writes is refused each job that it requests, and retries without a pause: it pauses
 * until writes are taken again. Its present job goes on.
 */
export const restWhileRefused = (worker: Pick<Worker, "pause" | "resume">, redis: RedisConnection): void => {
  const rest = () => void worker.pause(true);
  redis.on("refused", rest);
  redis.on("accepted", () => void worker.resume());
  if (redis.refusal() !== null) rest();
};
