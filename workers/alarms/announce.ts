import type { AlarmDocument, AlarmNotice } from "#shared/alarms/alarm.document.server.ts";
import type { WorkerParts } from "../parts.ts";

type Parts = Pick<WorkerParts, "mongo" | "log">;
/** So many at once; the rest comes with the next sweep. */
const limit = 200;

/**
 * The one place from which others are notified: an alarm was raised, is still true after it was acknowledged, or has
 * cleared. It is called at least once for each, in this order for one alarm, and again after a rejection.
 */
const notify = async ({ log }: Parts, notice: AlarmNotice, { _id, kind, subject }: AlarmDocument): Promise<void> => {
  log.info({ alarm: _id.toHexString(), kind, subject: subject.id }, `alarm ${notice}`);
};

/** Announces what alarms have become; what is due stands in each alarm, so nothing is lost with a killed worker. */
export const createAnnouncer = (parts: Parts) => {
  const { alarms } = parts.mongo.collections;
  return {
    announce: async (): Promise<void> => {
      const waiting = await alarms
        .find({ "due.0": { $exists: true } }, { hint: "due" })
        .limit(limit)
        .toArray();
      for (const alarm of waiting) {
        for (const notice of alarm.due ?? []) {
          await notify(parts, notice, alarm);
          await alarms.updateOne({ _id: alarm._id, "due.0": notice }, { $pop: { due: -1 } });
        }
      }
    },
  };
};
