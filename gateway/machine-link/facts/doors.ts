import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { DoorDocument } from "#shared/runtime/documents/units.ts";
import type { GatewayParts, UnitConnection } from "../../parts.ts";
import { failuresIn } from "../batches/bulk-failures.ts";
import { createGroups, type JobOutcome } from "../batches/in-groups.ts";
import type { LockHistory } from "../history/lock-history.ts";
import { type DoorWrite, doorsOf, type Report, writeAlike, writeOne } from "./door-writes.ts";

type Parts = Pick<GatewayParts, "mongo"> & { lockHistory: LockHistory };
type Known = Pick<DoorDocument, "_id" | "isLocked" | "boot" | "seq">;

const locksPerGroup = 2_000;

/**
 * The present state of every lock, and the history of its changes. The write of a state is guarded, so repeats and late
 * messages are harmless.
 */
export const createDoors = ({ mongo, lockHistory }: Parts) => {
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

  const write = async (reports: Report[]): Promise<JobOutcome<void>[]> => {
    const known = await knownBefore(reports);
    const isRepeat = ({ _id, boot, seq }: DoorDocument) => {
      const before = known.get(_id);
      return before?.boot === boot && before.seq >= seq;
    };
    const told = reports.map((report) => doorsOf(report).filter((door) => !isRepeat(door)));
    // First the history: a state that is stored makes its repeat superfluous, and with it what would be written then.
    await lockHistory.store(told.flat().filter(({ _id, isLocked }) => known.get(_id)?.isLocked !== isLocked));

    const writes: DoorWrite[] = [];
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
    return told.map((_, i) => (failures.has(i) ? { failed: failures.get(i) } : { done: undefined }));
  };

  const inGroup = createGroups<Report, void>({
    work: write,
    weight: ({ message }) => message.containers.length,
    maxWeight: locksPerGroup,
  });

  return {
    /** Stored with its history once it resolves. */
    write: (connection: UnitConnection, message: LocksMessage, receivedAt: Date): Promise<void> =>
      inGroup({ connection, message, receivedAt }),
  };
};
export type Doors = ReturnType<typeof createDoors>;
