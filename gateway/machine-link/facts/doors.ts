import type { AnyBulkWriteOperation, Document } from "mongodb";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { DoorDocument } from "#shared/runtime/documents/units.ts";
import type { GatewayParts, UnitConnection } from "../../parts.ts";
import { failuresIn } from "../batches/bulk-failures.ts";
import { createGroups, type JobOutcome } from "../batches/in-groups.ts";

type Known = Pick<DoorDocument, "_id" | "isLocked" | "boot" | "seq">;

/** What a unit has said of its locks, and over which connection. */
interface Report {
  connection: Pick<UnitConnection, "serialNumber" | "connectionNumber">;
  message: LocksMessage;
  receivedAt: Date;
}

export interface LockChange {
  channel: number;
  isLocked: boolean;
}

const locksPerGroup = 2_000;

/** A lock that one message names twice is as the message says last. */
const doorsOf = ({ connection, message, receivedAt }: Report): DoorDocument[] => {
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

type Write = AnyBulkWriteOperation<DoorDocument>;
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
const writeOne = ({ _id, ...door }: DoorDocument): Write => {
  const isNewer = {
    $cond: [sameBoot(door), { $lt: ["$seq", door.seq] }, { $lt: [knownNumber, door.connectionNumber] }],
  };
  const isFirst = { $eq: [{ $type: "$boot" }, "missing"] };
  const written = { $mergeObjects: ["$$ROOT", { $literal: door }, { connectionNumber: firstHeardOn(door) }] };
  const update: Document[] = [{ $replaceWith: { $cond: [{ $or: [isFirst, isNewer] }, written, "$$ROOT"] } }];
  return { updateOne: { filter: { _id }, update, upsert: true } };
};

/** Writes all known locks of a report that are in the same state at once, each over an older state only. */
const writeAlike = (doors: DoorDocument[]): Write[] => {
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

/** The present state of every lock. The write is guarded per lock, so repeats and late messages are harmless. */
export const createDoors = ({ mongo }: Pick<GatewayParts, "mongo">) => {
  const { doors } = mongo.collections;

  /** What is known of the locks of full reports: most of it is no news. One lock's status reads no other lock. */
  const knownBefore = async (reports: Report[]): Promise<Map<string, Known>> => {
    const inFull = reports.flatMap((report) => (report.message.full ? doorsOf(report).map(({ _id }) => _id) : []));
    if (inFull.length === 0) return new Map();
    const found = await doors
      .find({ _id: { $in: inFull } })
      .project<Known>({ isLocked: 1, boot: 1, seq: 1 })
      .toArray();
    return new Map(found.map((door) => [door._id, door]));
  };

  const write = async (reports: Report[]): Promise<JobOutcome<LockChange[]>[]> => {
    const known = await knownBefore(reports);
    const isRepeat = ({ _id, boot, seq }: DoorDocument) => {
      const before = known.get(_id);
      return before?.boot === boot && before.seq >= seq;
    };
    const told = reports.map((report) => doorsOf(report).filter((door) => !isRepeat(door)));
    const writes: Write[] = [];
    const reportOf: number[] = [];
    for (const [i, doors] of told.entries()) {
      const old = doors.filter(({ _id }) => known.has(_id));
      writes.push(...doors.filter(({ _id }) => !known.has(_id)).map(writeOne));
      writes.push(...writeAlike(old.filter(({ isLocked }) => isLocked)));
      writes.push(...writeAlike(old.filter(({ isLocked }) => !isLocked)));
      while (reportOf.length < writes.length) reportOf.push(i);
    }
    let failures = new Map<number, unknown>();
    try {
      if (writes.length > 0) await doors.bulkWrite(writes, { ordered: false });
    } catch (error) {
      failures = failuresIn(error, reportOf);
    }
    return told.map((some, i) => {
      if (failures.has(i)) return { failed: failures.get(i) };
      const changes = some.filter(({ _id, isLocked }) => known.get(_id)?.isLocked !== isLocked);
      return { done: changes.map(({ channel, isLocked }) => ({ channel, isLocked })) };
    });
  };

  const inGroup = createGroups<Report, LockChange[]>({
    work: write,
    weight: ({ message }) => message.containers.length,
    maxWeight: locksPerGroup,
  });

  return {
    /** Stored once it resolves; gives what has changed by it, for the history. */
    write: (connection: UnitConnection, message: LocksMessage, receivedAt: Date): Promise<LockChange[]> =>
      inGroup({ connection, message, receivedAt }),
  };
};
export type Doors = ReturnType<typeof createDoors>;
