import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  queues: Pick<Queues, "add">;
  log: Pick<Logger, "warn">;
}

/**
 * Hands the webhook's notification over to a job of its own, which retries it: how a report ends never depends on it. A
 * worker that is killed between the two writes causes a second notification. Never rejects.
 */
export const createHandOver =
  ({ mongo, queues, log }: Parts) =>
  async (): Promise<void> => {
    const { reports } = mongo.collections;
    try {
      const due = await reports.find({ delivery: "due" }, { projection: { _id: 1 } }).toArray();
      for (const { _id } of due) {
        await queues.add("report.tell", { report: _id.toHexString() });
        await reports.updateOne({ _id, delivery: "due" }, { $set: { delivery: "handed over" } });
      }
    } catch (error) {
      log.warn({ err: error }, "the webhook is notified of ready reports later");
    }
  };
