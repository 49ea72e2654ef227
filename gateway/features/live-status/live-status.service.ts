import type { CallReply } from "#shared/http/endpoint.ts";
import type { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import type { FeatureParts } from "../feature.ts";
import { createLiveStatusRepository } from "./live-status.repository.ts";
import { liveStatusRow } from "./live-status.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits">;

export const createLiveStatusService = ({ mongo, presence, clock, limits }: Parts) => {
  const rows = createLiveStatusRepository(mongo);
  return {
    read: async (): Promise<CallReply<typeof readLiveStatus>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
        machines: await rows.machines(dbSession),
        units: await rows.speakingUnits(dbSession),
      }));
      // Presence is read last, so that a message heard meanwhile counts.
      const heard = await presence.read(found.units.map((unit) => unit.serialNumber));
      const unitOf = new Map(found.units.map((unit) => [unit.machine.toHexString(), unit]));
      const judgement = { now: clock.now(), silentAfterSeconds: limits.silentAfterSeconds };
      const liveStatus = found.machines.map((machine) => {
        const unit = unitOf.get(machine._id.toHexString()) ?? null;
        return liveStatusRow(machine, unit, (unit && heard.get(unit.serialNumber)) ?? null, judgement);
      });
      return { liveStatus, asOf };
    },
  };
};
