import type { CallReply } from "#shared/http/endpoint.ts";
import type { readUnitMessages } from "#shared/machines/unit-messages.api.ts";
import { keptMessages, type UnitMessage } from "#shared/machines/unit-messages.schema.ts";
import { bodyOf, createUnitMessages } from "#shared/machines/unit-messages.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { MachineHistoryRepository } from "./machine-history.repository.ts";

type Parts = Pick<FeatureParts, "mongo" | "redis" | "keys" | "clock"> & { history: MachineHistoryRepository };

/** What passed between Cansole and the unit of a machine lately, heartbeats from their history. */
export const createUnitMessagesService = ({ mongo, redis, keys, clock, history }: Parts) => {
  const kept = createUnitMessages({ redis, keys });

  const heartbeats = async (machine: string, serialNumber: string, from: Date): Promise<UnitMessage[]> => {
    const found: UnitMessage[] = [];
    for await (const rows of history.heartbeatsSince(machine, from))
      for (const { kind, meta, receivedAt, at, telemetry, strength, version, uptime } of rows) {
        if (kind === "ping" || meta.unit !== serialNumber) continue;
        const body = bodyOf({ ...(telemetry ?? { strength, firmware: version }), uptime, at });
        found.push({ at: receivedAt.toISOString(), direction: "up", topic: "live", body, isDropped: false });
      }
    return found;
  };

  return {
    /** Throws `missing`, and `unavailable` without Redis. */
    read: async (id: string): Promise<CallReply<typeof readUnitMessages>> => {
      const { found } = await mongo.readAsOf((dbSession) => history.aroundId(dbSession, id));
      const { machine, serialNumber } = found;
      if (serialNumber === null) return { serialNumber, messages: [] };
      const now = clock.now();
      const from = new Date(now - keptMessages.hours * 3_600_000);
      const [passed, beats] = await Promise.all([
        kept.read(serialNumber, now),
        heartbeats(machine._id.toHexString(), serialNumber, from),
      ]);
      return { serialNumber, messages: [...passed, ...beats].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) };
    },
  };
};
