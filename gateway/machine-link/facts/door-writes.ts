import type { AnyBulkWriteOperation, Document } from "mongodb";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { DoorDocument } from "#shared/runtime/documents/units.ts";
import type { UnitConnection } from "../../parts.ts";

/** What a unit has said of its locks, and over which connection. */
export interface Report {
  connection: Pick<UnitConnection, "serialNumber" | "connectionNumber">;
  message: LocksMessage;
  receivedAt: Date;
}

/** A lock that one message names twice is as the message says last. */
export const doorsOf = ({ connection, message, receivedAt }: Report): DoorDocument[] => {
  const { serialNumber, connectionNumber } = connection;
  const last = new Map(message.containers.map(({ channel, isLocked }) => [channel, isLocked]));
  return [...last].map(([channel, isLocked]) => ({
    _id: `${serialNumber}/${channel}`,
    serialNumber,
    channel,
    isLocked,
    receivedAt,
    at: new Date(message.at),
    connectionNumber,
    boot: message.boot,
    seq: message.seq,
  }));
};

export type DoorWrite = AnyBulkWriteOperation<DoorDocument>;
type Said = Pick<DoorDocument, "boot" | "seq" | "connectionNumber">;

const sameBoot = ({ boot }: Said) => ({ $eq: ["$boot", { $literal: boot }] });

/** Locks that were stored before connections were counted have no number: theirs came before all. */
const knownNumber = { $ifNull: ["$connectionNumber", 0] };

/**
 * Within one power-up the higher `seq` is newer; of two power-ups the one that was first heard on the later
 * connection is.
 */
const firstHeardOn = (said: Said) => ({ $cond: [sameBoot(said), knownNumber, said.connectionNumber] });

/** Writes one lock that may be new, and over an older state only. */
export const writeOne = ({ _id, ...door }: DoorDocument): DoorWrite => {
  const isNewer = {
    $cond: [sameBoot(door), { $lt: ["$seq", door.seq] }, { $lt: [knownNumber, door.connectionNumber] }],
  };
  const isFirst = { $eq: [{ $type: "$boot" }, "missing"] };
  const written = { $mergeObjects: ["$$ROOT", { $literal: door }, { connectionNumber: firstHeardOn(door) }] };
  const update: Document[] = [{ $replaceWith: { $cond: [{ $or: [isFirst, isNewer] }, written, "$$ROOT"] } }];
  return { updateOne: { filter: { _id }, update, upsert: true } };
};

/** Writes all known locks of a report that are in the same state at once, each over an older state only. */
export const writeAlike = (doors: DoorDocument[]): DoorWrite[] => {
  const [first] = doors;
  if (!first) return [];
  const { serialNumber, isLocked, receivedAt, at, boot, seq, connectionNumber } = first;
  const isOlder = [
    { boot, seq: { $lt: seq } },
    { boot: { $ne: boot }, connectionNumber: { $not: { $gte: connectionNumber } } },
  ];
  const filter = { serialNumber, channel: { $in: doors.map(({ channel }) => channel) }, $or: isOlder };
  const order = { boot: { $literal: boot }, seq, connectionNumber: firstHeardOn(first) };
  const set = { isLocked, receivedAt, at, ...order };
  return [{ updateMany: { filter, update: [{ $set: set }] } }];
};
