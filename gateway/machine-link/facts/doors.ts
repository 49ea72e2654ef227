import { createBatch, type JobOutcome } from "#shared/concurrency/batch.ts";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { DoorDocument, UnlistedChanges } from "#shared/registration/unit.document.server.ts";
import { duplicateKey, type Mongo } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import type { BouncingFlags } from "../bouncing/flags.ts";
import type { LockChanges } from "../bouncing/lock-changes.ts";
import { createRests } from "../bouncing/rests.ts";
import type { LockHistory } from "../history/lock-history.ts";
import { failuresIn } from "../store-writes.ts";
import { byPowerUp, isNewer, newest, type Report, type SaidDoor, writeAlike, writeOne } from "./door-writes.ts";
import { type DoorReport, inPieces } from "./reported-doors.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "clock"> & {
  lockHistory: LockHistory;
  lockChanges: LockChanges;
  flags: Pick<BouncingFlags, "note">;
};
type DoorCollection = Mongo["collections"]["doors"];
type Known = Pick<DoorDocument, "_id" | "isLocked" | "boot" | "seq" | "connectionNumber" | "at" | "formerBoots">;
/** Why a unit's locks were not stored. */
type Failures = Map<string, unknown>;

/** So that a group is done in a few hundredths of a second and the next unit has its turn. */
const locksPerGroup = 300;
const groupsAtOnce = 3;

/**
 * What is known of the locks of long reports: most of it is unchanged. One lock's status reads no other lock. A
 * repeat is acknowledged without a write, so what makes it one must be known to a majority: a primary that dies loses
 * what it alone knew, and nobody would send it again.
 */
const knownBefore = async (doorsNow: DoorCollection, doorReports: DoorReport[]): Promise<Map<string, Known>> => {
  const requested = new Set(doorReports.flatMap(({ isLong, doors }) => (isLong ? doors.map(({ _id }) => _id) : [])));
  if (requested.size === 0) return new Map();
  const found = await doorsNow
    .find({ _id: { $in: [...requested] } }, { readConcern: "majority" })
    .project<Known>({ isLocked: 1, boot: 1, seq: 1, connectionNumber: 1, at: 1, formerBoots: 1 })
    .toArray();
  return new Map(found.map((door) => [door._id, door]));
};

/** Locks that are not stored yet are simply added: that costs a tenth. Returns those that are stored already. */
const add = async (doors: DoorCollection, unknown: DoorDocument[], failures: Failures): Promise<DoorDocument[]> => {
  if (unknown.length === 0) return [];
  try {
    await doors.insertMany(unknown, { ordered: false });
    return [];
  } catch (error) {
    const known: DoorDocument[] = [];
    for (const [i, failure] of failuresIn(error, [...unknown.keys()])) {
      const door = unknown[i];
      if (door && (failure as { code?: number }).code === duplicateKey) known.push(door);
      else if (door) failures.set(door.serialNumber, failure);
    }
    return known;
  }
};

/**
 * The present state of every lock, and the history of its changes. The write of a state is guarded, so repeats and late
 * messages are harmless. A unit whose locks bounce rests between its writes.
 */
export const createDoors = ({ mongo, limits, clock, lockHistory, lockChanges, flags }: Parts) => {
  const { doors } = mongo.collections;

  /**
   * Splits changes into those that are listed in the history and, for each lock that bounces, how many are only
   * counted.
   */
  const sorted = (changes: SaidDoor[]) => {
    const now = clock.now();
    const dueAt = new Date(now + limits.bouncing.listEveryMs);
    const unlisted = new Map<string, UnlistedChanges>();
    const listed = changes.filter(({ _id, serialNumber, channel, isLocked, receivedAt, at, boot, seq }) => {
      if (lockChanges.note(serialNumber, channel, isLocked, now)) return true;
      flags.note(serialNumber);
      const before = unlisted.get(_id)?.changes ?? 0;
      unlisted.set(_id, { changes: before + 1, last: { isLocked, receivedAt, at, boot, seq }, dueAt });
      return false;
    });
    return { listed, unlisted };
  };

  const write = async (doorReports: DoorReport[], heard: () => void): Promise<JobOutcome<void>[]> => {
    const known = await knownBefore(doors, doorReports);
    heard();
    const isRepeat = (door: SaidDoor) => {
      const before = known.get(door._id);
      if (!before) return false;
      return before.boot === door.boot ? !isNewer(door, before) : before.formerBoots?.includes(door.boot);
    };
    const change = doorReports.map((one) => one.doors.filter((door) => !isRepeat(door)));
    const isLocked = new Map([...known].map(([_id, door]) => [_id, door.isLocked]));
    const changes = change.flat().filter((door) => {
      const before = isLocked.get(door._id);
      isLocked.set(door._id, door.isLocked);
      return before !== door.isLocked;
    });
    // What a unit says again and again it pays for as well.
    for (const { serialNumber, doors } of doorReports) {
      const unchanged = doors.filter(({ _id, isLocked }) => known.get(_id)?.isLocked === isLocked).length;
      if (unchanged > 0) lockChanges.noteUnchanged(serialNumber, unchanged, clock.now());
    }
    const { listed, unlisted } = sorted(changes);
    // First the history: a state that is stored makes its repeat superfluous, and with it what would be written then.
    await lockHistory.store(listed);
    heard();

    const failures: Failures = new Map();
    const lookedUp = new Set(doorReports.flatMap(({ isLong, doors }) => (isLong ? doors.map(({ _id }) => _id) : [])));
    const isUnknown = ({ _id }: SaidDoor) => lookedUp.has(_id) && !known.has(_id);
    for (const said of byPowerUp(change.flat())) {
      const stands = said.filter(({ serialNumber }) => !failures.has(serialNumber));
      const last = newest(stands).map((door): DoorDocument => {
        const counted = unlisted.get(door._id);
        unlisted.delete(door._id);
        return counted ? { ...door, unlisted: counted } : door;
      });
      const taken = await add(doors, last.filter(isUnknown), failures);
      heard();
      const alone = [...taken, ...last.filter(({ _id }) => !lookedUp.has(_id))];
      const writes = [...alone.map(writeOne), ...writeAlike(last.filter(({ _id }) => known.has(_id)))];
      try {
        const bare = writes.map(({ write }) => write);
        if (bare.length > 0) await doors.bulkWrite(bare, { ordered: false });
      } catch (error) {
        for (const [i, failure] of failuresIn(error, [...writes.keys()]))
          failures.set(writes[i]?.serialNumber ?? "", failure);
      }
      heard();
    }
    return doorReports.map(({ serialNumber }) =>
      failures.has(serialNumber) ? { failed: failures.get(serialNumber) } : { done: undefined },
    );
  };

  const inGroup = createBatch<DoorReport, void>({
    work: write,
    unitOf: ({ serialNumber }) => serialNumber,
    weight: ({ locks }) => locks,
    maxWeight: locksPerGroup,
    atOnce: groupsAtOnce,
    answerMs: limits.factStoreMs,
  });

  const rested = createRests<Report>({
    unitOf: ({ connection }) => connection.serialNumber,
    store: async (reports) => {
      await Promise.all(inPieces(reports).map(inGroup));
    },
    restMs: (serialNumber) => lockChanges.restMs(serialNumber, clock.now()),
  });

  return {
    /** Stored with its history once it resolves. */
    write: (connection: UnitConnection, message: LocksMessage, receivedAt: Date): Promise<void> =>
      rested({ connection, message, receivedAt }),
  };
};
export type Doors = ReturnType<typeof createDoors>;
