import type { LockHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { readUnitRecords } from "./unit-records.ts";

type Bare = Omit<LockHistoryDocument, "meta" | "unlisted">;
/** What a lock was seen to be; and how many changes before it have no row, where there are such. */
type LockRow = Bare & { serialNumber: string; unlisted?: number };

/**
 * The time-series of lock changes. A row may be stored twice, when a unit says again what was not acknowledged: readers
 * drop the repeat by `boot` and `seq`.
 */
export const createLockHistory = ({ mongo }: Pick<GatewayParts, "mongo">) => ({
  /** Stored for good once it resolves. Rows name the machine of each unit at this moment. */
  store: async (changes: LockRow[]): Promise<void> => {
    if (changes.length === 0) return;
    const units = [...new Set(changes.map(({ serialNumber }) => serialNumber))];
    const records = await readUnitRecords(mongo.collections, units);
    const rows = changes.map(
      ({ serialNumber, channel, isLocked, receivedAt, at, boot, seq, unlisted }): LockHistoryDocument => {
        const meta = { unit: serialNumber, machine: records.get(serialNumber)?.machine ?? null };
        const row = { meta, channel, isLocked, receivedAt, at, boot, seq };
        return unlisted ? { ...row, unlisted } : row;
      },
    );
    await mongo.collections.lockHistory.insertMany(rows, { ordered: false });
  },
});
export type LockHistory = ReturnType<typeof createLockHistory>;
