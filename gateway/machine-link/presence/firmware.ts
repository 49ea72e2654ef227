import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { GatewayParts } from "../../parts.ts";

const windowMs = 1_000;
/** What could not be written is tried again after this: a unit's next heartbeats name no other firmware. */
const againMs = 2_000;

/** A unit's record names the firmware that it runs. This is a fact, no operator's edit, so `rev` stays. */
export const createFirmware = ({ mongo, log }: Pick<GatewayParts, "mongo" | "log">) => {
  const gatherer = createWriteBuffer<string>({
    windowMs,
    write: async (batch) => {
      const updates = [...batch].map(([serialNumber, version]) => ({
        updateOne: { filter: { serialNumber, version: { $ne: version } }, update: { $set: { version } } },
      }));
      await mongo.collections.units.bulkWrite(updates, { ordered: false });
    },
    onFailure: (error) => log.warn({ err: error }, "the firmware of units was not stored"),
    onLost: (batch) => {
      const again = () => {
        for (const [serialNumber, version] of batch) gatherer.put(serialNumber, (since) => since ?? version);
      };
      setTimeout(again, againMs).unref();
    },
  });
  return {
    note: (serialNumber: string, version: string): void => gatherer.put(serialNumber, () => version),
    flush: gatherer.flush,
  };
};
