import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { placesByAlarms } from "#shared/alarms/alarm.rules.ts";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { readWorstAlarms } from "../../records/worst-alarms.ts";

type Alarmed = Pick<AlarmDocument, "severity" | "machine" | "members">;

/**
 * The place among all machines (`alarmPlaces`) that open alarms give some of them, by id. What is offline stands first
 * anyway, so its own alarms are left out: of a large outage they would be all that is read.
 */
export const createAlarmedMachines = ({ collections }: Pick<Mongo, "collections">) =>
  createSharedRun(async (): Promise<ReadonlyMap<string, number>> => {
    const projection = { _id: 0, severity: 1, machine: 1, "members._id": 1 };
    const others = { kind: { $nin: ["machine-offline" as const, "region-offline" as const] } };
    const found = await readWorstAlarms<Alarmed>(collections, ["critical", "warning"], { projection }, others);
    return placesByAlarms(
      found.map(({ severity, machine, members }) => ({
        severity,
        machine: machine?.toHexString() ?? null,
        members: members.map(({ _id }) => ({ _id: _id.toHexString() })),
      })),
    );
  });
