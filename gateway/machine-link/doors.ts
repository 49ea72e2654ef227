import type { AnyBulkWriteOperation, Document } from "mongodb";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { DoorDocument } from "#shared/runtime/documents.ts";
import type { GatewayParts, UnitConnection } from "../parts.ts";

/**
 * An update that writes `door` only over an older state. Within one power-up the higher `seq` is newer; of two
 * power-ups the one that was first heard on the later connection is.
 */
const overOlder = ({ _id, ...door }: DoorDocument): Document[] => {
  const sameBoot = { $eq: ["$boot", { $literal: door.boot }] };
  const isNewer = {
    $cond: [sameBoot, { $lt: ["$seq", door.seq] }, { $lt: ["$connectedAt", door.connectedAt] }],
  };
  const isFirst = { $eq: [{ $type: "$boot" }, "missing"] };
  const firstHeardAt = { $cond: [sameBoot, "$connectedAt", door.connectedAt] };
  const written = { $mergeObjects: ["$$ROOT", { $literal: door }, { connectedAt: firstHeardAt }] };
  return [{ $replaceWith: { $cond: [{ $or: [isFirst, isNewer] }, written, "$$ROOT"] } }];
};

export interface LockChange {
  channel: number;
  isLocked: boolean;
}

/** The present state of every lock. The write is guarded per lock, so repeats and late messages are harmless. */
export const createDoors = ({ mongo }: Pick<GatewayParts, "mongo">) => {
  const { doors } = mongo.collections;

  /** What of a full report is news; a report of changes is news as a whole. */
  const changesIn = async (serialNumber: string, { full, containers }: LocksMessage): Promise<LockChange[]> => {
    if (!full) return containers;
    const known = await doors.find({ serialNumber }).project<LockChange>({ _id: 0, channel: 1, isLocked: 1 }).toArray();
    const before = new Map(known.map(({ channel, isLocked }) => [channel, isLocked]));
    return containers.filter(({ channel, isLocked }) => before.get(channel) !== isLocked);
  };

  return {
    /** Stored once it resolves; gives what has changed by it, for the history. */
    write: async (connection: UnitConnection, message: LocksMessage, receivedAt: Date): Promise<LockChange[]> => {
      const { serialNumber, connectedAt } = connection;
      const changes = await changesIn(serialNumber, message);
      // A lock that one message names twice is as the message says last.
      const last = new Map(message.containers.map((container) => [container.channel, container]));
      const writes = [...last.values()].map(({ channel, isLocked }): AnyBulkWriteOperation<DoorDocument> => {
        const door: DoorDocument = {
          _id: `${serialNumber}/${channel}`,
          serialNumber,
          channel,
          isLocked,
          receivedAt,
          at: new Date(message.at),
          connectedAt: new Date(connectedAt),
          boot: message.boot,
          seq: message.seq,
        };
        return { updateOne: { filter: { _id: door._id }, update: overOlder(door), upsert: true } };
      });
      if (writes.length > 0) await doors.bulkWrite(writes, { ordered: false });
      return changes;
    },
  };
};
export type Doors = ReturnType<typeof createDoors>;
