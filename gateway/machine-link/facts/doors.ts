import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { DoorDocument } from "#shared/runtime/documents/units.ts";
import { duplicateKey } from "#shared/runtime/mongo.ts";
import type { GatewayParts, UnitConnection } from "../../parts.ts";
import { failuresIn } from "../batches/bulk-failures.ts";
import { createGroups, type JobOutcome } from "../batches/in-groups.ts";
import type { LockHistory } from "../history/lock-history.ts";
import { doorsOf, newest, type Report, writeAlike, writeOne } from "./door-writes.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits"> & { lockHistory: LockHistory };
type Known = Pick<DoorDocument, "_id" | "isLocked" | "boot" | "seq">;
/** Why a unit's locks were not stored. */
type Failures = Map<string, unknown>;

/** So that a group is done in a few hundredths of a second and the next unit has its turn. */
const locksPerGroup = 300;
const groupsAtOnce = 3;

/**
 * The present state of every lock, and the history of its changes. The write of a state is guarded, so repeats and late
 * messages are harmless.
 */
export const createDoors = ({ mongo, limits, lockHistory }: Parts) => {
  const { doors } = mongo.collections;

  /**
   * What is known of the locks of full reports: most of it is no news. One lock's status reads no other lock. A repeat
   * is acknowledged without a write, so what makes it one must be known to a majority: a primary that dies takes with
   * it what it alone knew, and nobody would say it again.
   */
  const knownBefore = async (reports: Report[]): Promise<Map<string, Known>> => {
    const inFull = reports.flatMap((report) => (report.message.full ? doorsOf(report).map(({ _id }) => _id) : []));
    if (inFull.length === 0) return new Map();
    const found = await doors
      .find({ _id: { $in: inFull } }, { readConcern: "majority" })
      .project<Known>({ isLocked: 1, boot: 1, seq: 1 })
      .toArray();
    return new Map(found.map((door) => [door._id, door]));
  };

  /** Locks of which nobody knew are simply added: that costs a tenth. Gives those that somebody did know. */
  const add = async (unknown: DoorDocument[], failures: Failures): Promise<DoorDocument[]> => {
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

  const write = async (reports: Report[], heard: () => void): Promise<JobOutcome<void>[]> => {
    const known = await knownBefore(reports);
    heard();
    const isRepeat = ({ _id, boot, seq }: DoorDocument) => {
      const before = known.get(_id);
      return before?.boot === boot && before.seq >= seq;
    };
    const told = reports.map((report) => doorsOf(report).filter((door) => !isRepeat(door)));
    const isLocked = new Map([...known].map(([_id, door]) => [_id, door.isLocked]));
    const changes = told.flat().filter((door) => {
      const before = isLocked.get(door._id);
      isLocked.set(door._id, door.isLocked);
      return before !== door.isLocked;
    });
    // First the history: a state that is stored makes its repeat superfluous, and with it what would be written then.
    await lockHistory.store(changes);
    heard();

    const failures: Failures = new Map();
    const inFull = new Set(reports.flatMap((report, i) => (report.message.full ? told[i] : [])));
    const last = newest(told.flat());
    const taken = await add(
      last.filter((door) => inFull.has(door) && !known.has(door._id)),
      failures,
    );
    heard();
    const alone = [...taken, ...last.filter((door) => !inFull.has(door))];
    const writes = [
      ...alone.map(writeOne),
      ...writeAlike(last.filter((door) => inFull.has(door) && known.has(door._id))),
    ];
    try {
      const bare = writes.map(({ write }) => write);
      if (bare.length > 0) await doors.bulkWrite(bare, { ordered: false });
    } catch (error) {
      for (const [i, failure] of failuresIn(error, [...writes.keys()]))
        failures.set(writes[i]?.serialNumber ?? "", failure);
    }
    return reports.map(({ connection: { serialNumber } }) =>
      failures.has(serialNumber) ? { failed: failures.get(serialNumber) } : { done: undefined },
    );
  };

  const inGroup = createGroups<Report, void>({
    work: write,
    unitOf: ({ connection }) => connection.serialNumber,
    weight: ({ message }) => message.containers.length,
    maxWeight: locksPerGroup,
    atOnce: groupsAtOnce,
    answerMs: limits.factStoreMs,
  });

  return {
    /** Stored with its history once it resolves. */
    write: (connection: UnitConnection, message: LocksMessage, receivedAt: Date): Promise<void> =>
      inGroup({ connection, message, receivedAt }),
  };
};
export type Doors = ReturnType<typeof createDoors>;
