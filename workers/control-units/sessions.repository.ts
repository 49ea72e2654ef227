import type { ObjectId } from "mongodb";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { isLateNow } from "#shared/control-units/late.server.ts";
import { expired, setBackMs } from "#shared/control-units/row.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export interface QueuedSession {
  _id: ObjectId;
  takesTurn: boolean;
  /** Past its expiry, by the database's clock. */
  late: boolean;
}
/** A session, and what time it was in the database when it was read. */
export type TimedSession = SessionDocument & { now: Date };
type SessionEnd = Pick<SessionDocument, "status" | "reason">;

/** What the sweep looks for. */
const createSweptSessions = ({ sessions, sessionRows }: Mongo["collections"]) => ({
  /** Sessions that were started a while ago and can still be sent. */
  startedLately: (ageMs: number): Promise<SessionDocument[]> =>
    sessions
      .find({
        status: "running",
        $expr: {
          $and: [{ $lt: ["$startedAt", { $subtract: ["$$NOW", ageMs] }] }, { $lt: ["$$NOW", "$expiresAt"] }],
        },
      })
      .toArray(),

  /**
   * What was started a while ago, and has no running row left: the worker that ended the last one died before it
   * stored that.
   */
  leftRunning: async (ageMs: number): Promise<ObjectId[]> => {
    const found = sessions.aggregate<{ _id: ObjectId }>([
      { $match: { status: "running", $expr: { $lt: ["$startedAt", { $subtract: ["$$NOW", ageMs] }] } } },
      {
        $lookup: {
          from: sessionRows.collectionName,
          localField: "_id",
          foreignField: "session",
          as: "goingOn",
          pipeline: [{ $match: { end: null } }, { $limit: 1 }, { $project: { _id: 1 } }],
        },
      },
      { $match: { goingOn: [] } },
      { $project: { _id: 1 } },
    ]);
    return (await found.toArray()).map(({ _id }) => _id);
  },

  /**
   * Sessions whose turn has lasted too long, or began before MongoDB's clock was set back. The hint reads the few that have
   * one, and no other.
   */
  overlongTurns: async (turnMs: number): Promise<ObjectId[]> => {
    const isLong = { $lte: ["$startedAt", { $subtract: ["$$NOW", turnMs] }] };
    const isOfBefore = { $gt: ["$startedAt", { $add: ["$$NOW", setBackMs] }] };
    const found = sessions.find(
      { hasTurn: true, $expr: { $or: [isLong, isOfBefore] } },
      { hint: "oneTurn", projection: { _id: 1 } },
    );
    return (await found.toArray()).map(({ _id }) => _id);
  },

  /** Machines with a session that can be started, or has waited too long. */
  machinesToAdvance: async (): Promise<ObjectId[]> => {
    const waiting = await sessions
      .aggregate<{ _id: ObjectId; atOnce: boolean }>([
        { $match: { status: "queued" } },
        { $group: { _id: "$machine", atOnce: { $max: { $or: [{ $not: "$takesTurn" }, isLateNow] } } } },
      ])
      .toArray();
    if (waiting.length === 0) return [];
    const taken = await sessions
      .find({ hasTurn: true }, { hint: "oneTurn", projection: { _id: 0, machine: 1 } })
      .toArray();
    const busy = new Set(taken.map(({ machine }) => machine.toHexString()));
    return waiting.filter(({ _id, atOnce }) => atOnce || !busy.has(_id.toHexString())).map(({ _id }) => _id);
  },
});

export const createSessionsRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { machines, sessions } = collections;
  const { registered, speaking } = createUnitsOfMachines(collections);
  return {
    ...createSweptSessions(collections),

    machineNamed: async (vendingMachineId: string): Promise<ObjectId | null> =>
      (await machines.findOne({ vendingMachineId }, { projection: { _id: 1 } }))?._id ?? null,

    /** The serial number of the unit that may receive commands. */
    authorisedUnit: async (machine: ObjectId): Promise<string | null> =>
      (await speaking.of(machine))?.serialNumber ?? null,

    /** The serial number of the unit that is registered with the machine, whether it may receive commands or not. */
    registeredUnit: async (machine: ObjectId): Promise<string | null> =>
      (await registered.of(machine))?.serialNumber ?? null,

    /** In the order in which they get their turns. */
    queued: (machine: ObjectId): Promise<QueuedSession[]> =>
      sessions
        .find({ status: "queued", machine })
        .sort({ createdAt: 1, _id: 1 })
        .project<QueuedSession>({ takesTurn: 1, late: isLateNow })
        .toArray(),

    turnIsTaken: async (machine: ObjectId): Promise<boolean> =>
      (await sessions.findOne({ machine, hasTurn: true }, { projection: { _id: 1 } })) !== null,

    find: async (_id: ObjectId): Promise<TimedSession | null> =>
      (await sessions.aggregate<TimedSession>([{ $match: { _id } }, { $set: { now: "$$NOW" } }]).next()) ?? null,

    /**
     * Null where it does not wait any more, or has waited too long. A duplicate key means that another session of its
     * machine has the turn.
     */
    start: (_id: ObjectId): Promise<SessionDocument | null> =>
      sessions.findOneAndUpdate(
        { _id, status: "queued", $expr: { $not: [isLateNow] } },
        [{ $set: { status: "running", startedAt: "$$NOW", hasTurn: "$takesTurn" } }],
        { returnDocument: "after" },
      ),

    /** Expires a session that never started. Null if it no longer waits. */
    expire: (_id: ObjectId): Promise<SessionDocument | null> =>
      sessions.findOneAndUpdate(
        { _id, status: "queued", $expr: isLateNow },
        { $set: { status: "expired", reason: expired.reason }, $currentDate: { finishedAt: true } },
        { returnDocument: "after" },
      ),

    /** With its turn, if it still has it. Null where it has ended already. */
    end: (_id: ObjectId, { status, reason }: SessionEnd): Promise<SessionDocument | null> =>
      sessions.findOneAndUpdate(
        { _id, status: "running" },
        { $set: { status, reason, hasTurn: false }, $currentDate: { finishedAt: true } },
        { returnDocument: "after" },
      ),

    giveTurnBack: async (_id: ObjectId): Promise<boolean> =>
      (await sessions.updateOne({ _id, hasTurn: true }, { $set: { hasTurn: false } })).modifiedCount > 0,
  };
};
export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
