import type { ObjectId } from "mongodb";
import { alarmPlaces, mostAlarms } from "#shared/alarms/alarm.rules.ts";
import type { Severity } from "#shared/alarms/alarm.schema.ts";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

interface Alarmed {
  machine: ObjectId | null;
  members: { _id: ObjectId }[];
}

/**
 * The place among all machines (`alarmPlaces`) that open alarms give some of them, by id. What is offline stands first
 * anyway, so its own alarms are left out: of a large outage they would be all that is read.
 */
export const createAlarmedMachines = ({ collections: { alarms } }: Pick<Mongo, "collections">) => {
  const read = async (severity: Severity, most: number): Promise<Alarmed[]> =>
    alarms
      .find({ state: "open", severity, kind: { $nin: ["machine-offline", "region-offline"] } }, { hint: "urgency" })
      .project<Alarmed>({ _id: 0, machine: 1, "members._id": 1 })
      .sort({ startedAt: 1 })
      .limit(most)
      .toArray();

  return createSharedRun(async (): Promise<ReadonlyMap<string, number>> => {
    const critical = await read("critical", mostAlarms);
    // No limit would be no limit at all.
    const warning = critical.length < mostAlarms ? await read("warning", mostAlarms - critical.length) : [];
    const places = new Map<string, number>();
    const add = (some: readonly Alarmed[], place: number) => {
      for (const { machine, members } of some)
        for (const id of machine ? [machine] : members.map(({ _id }) => _id)) places.set(id.toHexString(), place);
    };
    add(warning, alarmPlaces.warning);
    add(critical, alarmPlaces.critical);
    return places;
  });
};
