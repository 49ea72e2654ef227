import type { AnyBulkWriteOperation, Document } from "mongodb";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { DoorDocument, UnlistedChanges } from "#shared/registration/unit.document.server.ts";

/** What a unit has said of its locks, and over which connection. */
export interface Report {
  connection: Pick<UnitConnection, "serialNumber" | "connectionNumber">;
  message: LocksMessage;
  receivedAt: Date;
}

/** A lock as a unit says it is. */
export type SaidDoor = Omit<DoorDocument, "unlisted" | "formerBoots">;

/** A lock that one message names twice is as the message says last. */
export const doorsOf = ({ connection, message, receivedAt }: Report): SaidDoor[] => {
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

/** What is written for one unit. */
interface DoorWrite {
  serialNumber: string;
  write: AnyBulkWriteOperation<DoorDocument>;
}
type Said = Pick<DoorDocument, "boot" | "seq" | "connectionNumber" | "at">;

const sameBoot = ({ boot }: Said) => ({ $eq: ["$boot", { $literal: boot }] });

/** Locks that were stored before connections were counted have no number: theirs came before all. */
const knownNumber = { $ifNull: ["$connectionNumber", 0] };

/**
 * Within one power-up the higher `seq` is newer. A unit may draw the same boot value again at its next power-up: then
 * `seq` begins anew on a later connection, at a later time. A repeated message keeps its first time.
 */
export const isNewer = (said: Said, than: Said): boolean => {
  const isLater = (said.connectionNumber ?? 0) > (than.connectionNumber ?? 0);
  return said.seq > than.seq || (isLater && said.at.getTime() > than.at.getTime());
};

/** At most this many power-ups before the present one are remembered. */
const mostFormer = 16;
const former = { $ifNull: ["$formerBoots", []] };
const isLeftOver = ({ boot }: Said) => ({ $in: [{ $literal: boot }, former] });
/** Merged into what is written: a power-up that is over does not become the newest again. */
const becomesFormer = (said: Said) => ({
  $cond: [
    { $or: [sameBoot(said), { $eq: [{ $type: "$boot" }, "missing"] }] },
    {},
    { formerBoots: { $slice: [{ $concatArrays: [["$boot"], former] }, mostFormer] } },
  ],
});

const isLaterConnection = ({ connectionNumber }: Said) => ({ $lt: [knownNumber, connectionNumber] });
/**
 * Of two power-ups, the one first seen on the later connection is newer. On the same connection it is the one that
 * comes later: what a unit kept from a power-up without a network comes before the present one.
 */
const isFirstSeenLater = ({ connectionNumber }: Said) => ({ $lte: [knownNumber, connectionNumber] });
const isAnotherPowerUp = (said: Said) => ({
  $or: [
    { $not: [sameBoot(said)] },
    { $and: [{ $gte: ["$seq", said.seq] }, isLaterConnection(said), { $lt: ["$at", said.at] }] },
  ],
});
const firstHeardOn = (said: Said) => ({ $cond: [isAnotherPowerUp(said), said.connectionNumber, knownNumber] });

/** Counts on from what is counted of the lock already; what is due stays due at its time. */
const countOn = ({ changes, last, dueAt }: UnlistedChanges): Document => ({
  unlisted: {
    changes: { $add: [{ $ifNull: ["$unlisted.changes", 0] }, changes] },
    last: { $literal: last },
    dueAt: { $ifNull: ["$unlisted.dueAt", dueAt] },
    claim: "$unlisted.claim",
  },
});

/** Writes one lock that may be new, and over an older state only. */
export const writeOne = ({ _id, unlisted, ...door }: DoorDocument): DoorWrite => {
  const isOverOther = { $and: [isFirstSeenLater(door), { $not: [isLeftOver(door)] }] };
  const isOver = {
    $cond: [sameBoot(door), { $or: [{ $lt: ["$seq", door.seq] }, isAnotherPowerUp(door)] }, isOverOther],
  };
  const isFirst = { $eq: [{ $type: "$boot" }, "missing"] };
  const counted = unlisted ? [countOn(unlisted)] : [];
  const written = {
    $mergeObjects: [
      "$$ROOT",
      { $literal: door },
      { connectionNumber: firstHeardOn(door) },
      becomesFormer(door),
      ...counted,
    ],
  };
  const update: Document[] = [{ $replaceWith: { $cond: [{ $or: [isFirst, isOver] }, written, "$$ROOT"] } }];
  return { serialNumber: door.serialNumber, write: { updateOne: { filter: { _id }, update, upsert: true } } };
};

/**
 * Groups of one power-up per unit, to be written one after another: the later power-up must find the earlier one
 * stored, to be known as the later.
 */
export const byPowerUp = (said: SaidDoor[]): SaidDoor[][] => {
  const bootsOf = new Map<string, string[]>();
  const ofPowerUps: SaidDoor[][] = [];
  for (const door of said) {
    const boots = bootsOf.get(door.serialNumber) ?? [];
    bootsOf.set(door.serialNumber, boots);
    if (!boots.includes(door.boot)) boots.push(door.boot);
    const at = boots.indexOf(door.boot);
    const round = ofPowerUps[at] ?? [];
    round.push(door);
    ofPowerUps[at] = round;
  }
  return ofPowerUps;
};

/** The newest of several reports of each lock, in the order in which the locks were named first. */
export const newest = (said: SaidDoor[]): SaidDoor[] => {
  const last = new Map<string, SaidDoor>();
  for (const door of said) {
    const before = last.get(door._id);
    if (!before || isNewer(door, before)) last.set(door._id, door);
  }
  return [...last.values()];
};

/** Writes known locks, each over an older state only; those that one message puts into one state with one write. */
export const writeAlike = (doors: DoorDocument[]): DoorWrite[] => {
  const alike = groupBy(doors, (door) =>
    JSON.stringify([door.serialNumber, door.boot, door.seq, door.at, door.isLocked, door.unlisted]),
  );
  return [...alike.values()].flatMap(writeSame);
};

const writeSame = (doors: DoorDocument[]): DoorWrite[] => {
  const [first] = doors;
  if (!first) return [];
  const { serialNumber, isLocked, receivedAt, at, boot, seq, connectionNumber, unlisted } = first;
  const isFirstSeenBefore = { connectionNumber: { $not: { $gt: connectionNumber } } };
  const isEarlierConnection = { connectionNumber: { $not: { $gte: connectionNumber } } };
  const isOlder = [
    { boot, seq: { $lt: seq } },
    { boot: { $ne: boot }, formerBoots: { $ne: boot }, ...isFirstSeenBefore },
    { boot, at: { $lt: at }, ...isEarlierConnection },
  ];
  const filter = { serialNumber, channel: { $in: doors.map(({ channel }) => channel) }, $or: isOlder };
  const order = { boot: { $literal: boot }, seq, connectionNumber: firstHeardOn(first) };
  const set = { isLocked, receivedAt, at, ...order, ...(unlisted ? countOn(unlisted) : {}) };
  const written = { $mergeObjects: ["$$ROOT", set, becomesFormer(first)] };
  return [{ serialNumber, write: { updateMany: { filter, update: [{ $replaceWith: written }] } } }];
};
