import type { ObjectId } from "mongodb";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { wholeMoments } from "./whole-moments.ts";

const hourMs = 3_600_000;
/** Heartbeats are read for this long at once: some 10,000 rows. */
const temperatureReachMs = 7 * 24 * hourMs;

const moment = (at: Date) => at.toISOString();

/** The alarms of a machine, and its temperature hour by hour. */
export const createTimelineStates = ({ collections }: Pick<Mongo, "collections">, least: number) => {
  const { alarms, liveHistory } = collections;

  const alarm = async (machine: ObjectId, before: Date): Promise<TimelinePart> => {
    const { rows, isAll } = await wholeMoments(
      (raisedAt, limit) =>
        alarms
          .find({ machine: { $type: "objectId", $eq: machine }, raisedAt })
          .sort({ raisedAt: -1 })
          .limit(limit)
          .toArray(),
      ({ raisedAt }) => raisedAt,
      before,
      least,
    );
    const entries = rows.map(
      ({ _id, kind, severity, words, raisedAt, clearedAt }): TimelineEntry => ({
        kind: "alarm",
        at: moment(raisedAt),
        alarm: _id.toHexString(),
        of: kind,
        severity,
        words,
        clearedAt: clearedAt && moment(clearedAt),
      }),
    );
    return { entries, isAll };
  };

  const temperature = async (machine: ObjectId, before: Date): Promise<TimelinePart> => {
    const ofMachine = { "meta.machine": machine.toHexString() };
    // Whole hours that began before the bound, though it lies before the first reading of one: an hour is listed once,
    // with all of it.
    const end = new Date(Math.ceil(before.getTime() / hourMs) * hourMs);
    const [newest] = await liveHistory
      .find({ ...ofMachine, receivedAt: { $lt: end } })
      .project<{ receivedAt: Date }>({ receivedAt: 1 })
      .sort({ receivedAt: -1 })
      .limit(1)
      .toArray();
    if (!newest) return { entries: [], isAll: true };
    const hour = Math.floor(newest.receivedAt.getTime() / hourMs) * hourMs;
    const reach = new Date(hour - temperatureReachMs);
    const [hours, older] = await Promise.all([
      liveHistory
        .aggregate<{ _id: Date; lowest: number; highest: number }>([
          { $match: { ...ofMachine, receivedAt: { $gte: reach, $lt: new Date(hour + hourMs) } } },
          { $match: { "telemetry.temperature": { $type: "number" } } },
          {
            $group: {
              _id: { $dateTrunc: { date: "$receivedAt", unit: "hour" } },
              lowest: { $min: "$telemetry.temperature" },
              highest: { $max: "$telemetry.temperature" },
            },
          },
          { $sort: { _id: -1 } },
        ])
        .toArray(),
      liveHistory
        .find({ ...ofMachine, receivedAt: { $lt: reach } })
        .project({ receivedAt: 1 })
        .sort({ receivedAt: -1 })
        .limit(1)
        .toArray(),
    ]);
    const entries = hours.map(
      ({ _id, lowest, highest }): TimelineEntry => ({ kind: "temperature", at: moment(_id), lowest, highest }),
    );
    return { entries: entries.filter(({ at }) => at < moment(before)), isAll: older.length === 0, reach };
  };

  return { alarm, temperature };
};
