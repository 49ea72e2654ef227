import type { LockHistoryDocument } from "#shared/runtime/documents/histories.ts";
import type { DoorDocument } from "#shared/runtime/documents/units.ts";
import type { GatewayParts } from "../../parts.ts";
import { readUnitRecords } from "./unit-records.ts";

/**
 * The time-series of lock changes. A row may be stored twice, when a unit says again what was not acknowledged: readers
 * drop the repeat by `boot` and `seq`.
 */
export const createLockHistory = ({ mongo }: Pick<GatewayParts, "mongo">) => ({
  /** Stored for good once it resolves. Rows name the machine that each unit speaks for at this moment. */
  store: async (changes: DoorDocument[]): Promise<void> => {
    if (changes.length === 0) return;
    const units = [...new Set(changes.map(({ serialNumber }) => serialNumber))];
    const records = await readUnitRecords(mongo.collections, units);
    const rows = changes.map(({ serialNumber, channel, isLocked, receivedAt, at, boot, seq }): LockHistoryDocument => {
      const meta = { unit: serialNumber, machine: records.get(serialNumber)?.machine ?? null };
      return { meta, channel, isLocked, receivedAt, at, boot, seq };
    });
    await mongo.collections.lockHistory.insertMany(rows, { ordered: false });
  },
});
export type LockHistory = ReturnType<typeof createLockHistory>;
