import { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { rowsOf, streamed } from "../../http/streamed.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createLiveStatusRepository } from "./live-status.repository.ts";
import { rowsWith } from "./live-status.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits">;

export const createLiveStatusService = ({ mongo, presence, clock, limits }: Parts) => {
  const stored = createLiveStatusRepository(mongo);
  return {
    read: async () => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
        machines: await stored.machines(dbSession),
        units: await stored.speakingUnits(dbSession),
        bouncing: await stored.bouncing(dbSession, clock.now()),
      }));
      const heard = await presence.read(found.units.map((unit) => unit.serialNumber));
      const judgement = { now: clock.now(), silentAfterSeconds: limits.silentAfterSeconds };
      const rows = rowsOf(found.machines, rowsWith({ ...found, heard }, judgement));
      return streamed({ answer: { liveStatus: [], asOf }, field: "liveStatus", row: LiveStatusRow, rows });
    },
  };
};
