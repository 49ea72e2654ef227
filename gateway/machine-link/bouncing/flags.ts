import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { GatewayParts } from "../../parts.ts";
import { readUnitRecords } from "../history/unit-records.ts";
import type { LockChanges } from "./lock-changes.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits" | "log"> & { lockChanges: LockChanges };

const mostNamed = 5;

/**
 * Publishes which units' locks bounce. A flag lasts for a while and is published again as long as they do, so it ends
 * by itself, whatever becomes of the unit or of this gateway.
 */
export const createBouncingFlags = ({ mongo, clock, limits, log, lockChanges }: Parts) => {
  const { rattlingUnits } = mongo.collections;
  const gatherer = createWriteBuffer<true>({
    windowMs: limits.bouncing.publishEveryMs,
    write: async (batch) => {
      const now = clock.now();
      const published = [...batch.keys()].flatMap((serialNumber) => {
        const bounce = lockChanges.bounceOf(serialNumber, now);
        return bounce ? [{ serialNumber, bounce }] : [];
      });
      if (published.length === 0) return;
      const records = await readUnitRecords(
        mongo.collections,
        published.map(({ serialNumber }) => serialNumber),
      );
      const until = new Date(now + limits.bouncing.flagMs);
      const writes = published.map(({ serialNumber, bounce: { changes, locks } }) => ({
        replaceOne: {
          filter: { _id: serialNumber },
          replacement: {
            machine: records.get(serialNumber)?.machine ?? null,
            until,
            changes,
            lockCount: locks.length,
            worst: locks.slice(0, mostNamed),
          },
          upsert: true,
        },
      }));
      await rattlingUnits.bulkWrite(writes, { ordered: false });
    },
    onFailure: (error) => log.warn({ err: error }, "the bouncing locks were not published"),
  });
  return {
    /** A lock of this unit changed too often. */
    note: (serialNumber: string): void => gatherer.put(serialNumber, () => true),
    flush: gatherer.flush,
  };
};
export type BouncingFlags = ReturnType<typeof createBouncingFlags>;
