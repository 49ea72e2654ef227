import type { Logger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Queues } from "#shared/runtime/queues.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  queues: Pick<Queues, "add">;
  log: Pick<Logger, "warn">;
}

/**
 * Hands what the webhook is to be told over to a job of its own, which tries it again and again: how a report ends never
 * depends on it. Whoever is killed between the two writes leaves a report of which is told twice. Never rejects.
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
      log.warn({ err: error }, "the webhook is told later which reports are ready");
    }
  };
