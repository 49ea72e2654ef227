import { ObjectId } from "mongodb";
import type {
  SessionDocument,
  SessionRowDocument,
  TestingFeedbackDocument,
} from "#shared/control-units/command.document.server.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { TransactionLedgerDocument } from "#shared/transaction-ledger/transaction-ledger.document.server.ts";
import { type CommandedContainer, isContainerId } from "./named-containers.ts";
import type { CommandedMachine, SessionDraft } from "./new-session.ts";

const commanded = { label: 1, channel: 1 };

export type RowUnderWay = Pick<SessionRowDocument, "session" | "channel">;

export const createControlUnitsRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { machines, containers, products, sessions, sessionRows, testingFeedback, transactionLedger } = collections;
  /**
   * The first session of a chain of resends: the one whose failed rows this one resends, and so on; itself if it
   * resends none.
   */
  const firstGiven = async (dbSession: DbSession, _id: ObjectId): Promise<SessionDocument | null> => {
    const session = await sessions.findOne({ _id }, { session: dbSession });
    return session?.resends ? ((await firstGiven(dbSession, session.resends)) ?? session) : session;
  };

  return {
    machine: (vendingMachineId: string): Promise<CommandedMachine | null> =>
      machines.findOne({ vendingMachineId }, { projection: { vendingMachineId: 1 } }),

    /** The serial number of the unit that may receive commands. */
    authorisedUnit: async (machine: ObjectId): Promise<string | null> =>
      (await createUnitsOfMachines(collections).speaking.of(machine))?.serialNumber ?? null,

    /** The named containers of one machine, by label or database id; in no order. */
    containers: (dbSession: DbSession, machine: ObjectId, named: string[]): Promise<CommandedContainer[]> => {
      const ids = named.filter(isContainerId).map((id) => new ObjectId(id));
      const labels = named.filter((name) => !isContainerId(name));
      return containers
        .find({ machine, $or: [{ label: { $in: labels } }, { _id: { $in: ids } }] }, { session: dbSession })
        .project<CommandedContainer>(commanded)
        .toArray();
    },

    productExists: async (dbSession: DbSession, _id: ObjectId): Promise<boolean> =>
      (await products.findOne({ _id }, { session: dbSession, projection: { _id: 1 } })) !== null,

    session: (_id: ObjectId, dbSession?: DbSession): Promise<SessionDocument | null> =>
      sessions.findOne({ _id }, { session: dbSession }),

    /** Rows of these sessions whose doors may still move. */
    underWay: async (dbSession: DbSession, ids: ObjectId[]): Promise<RowUnderWay[]> => {
      const going = { _id: { $in: ids }, status: { $in: ["queued" as const, "running" as const] } };
      const found = await sessions.find(going, { session: dbSession, projection: { _id: 1 } }).toArray();
      return sessionRows
        .find({ session: { $in: found.map(({ _id }) => _id) }, end: null }, { session: dbSession })
        .project<RowUnderWay>({ _id: 0, session: 1, channel: 1 })
        .toArray();
    },

    firstGiven,

    /**
     * At the session that was given first, whichever of those after it is given again: two who give the same rows again
     * write the same record, so one of them sees what the other did.
     */
    noteResent: async (dbSession: DbSession, _id: ObjectId, resentAs: ObjectId): Promise<void> => {
      const first = await firstGiven(dbSession, _id);
      await sessions.updateOne({ _id: first?._id ?? _id }, { $push: { resentAs } }, { session: dbSession });
    },

    /** In the operator's order. */
    rows: (session: ObjectId, dbSession: DbSession): Promise<SessionRowDocument[]> =>
      sessionRows.find({ session }, { session: dbSession }).sort({ place: 1 }).toArray(),

    /** MongoDB's clock orders the sessions of all gateways and decides what is too late. */
    addSession: async (dbSession: DbSession, draft: SessionDraft, expiresMs: number): Promise<SessionDocument> => {
      const times = {
        createdAt: "$$NOW",
        expiresAt: { $add: ["$$NOW", expiresMs] },
        finishedAt: draft.status === "failed" ? "$$NOW" : null,
      };
      const stored = await sessions.findOneAndUpdate(
        { _id: draft._id },
        [{ $replaceWith: { $mergeObjects: [{ $literal: draft }, times] } }],
        { session: dbSession, upsert: true, returnDocument: "after" },
      );
      if (!stored) throw new Error("a session was stored and is not there");
      return stored;
    },

    addRows: async (dbSession: DbSession, rows: SessionRowDocument[]): Promise<void> => {
      await sessionRows.insertMany(rows, { session: dbSession });
    },

    post: async (dbSession: DbSession, row: TransactionLedgerDocument): Promise<void> => {
      await transactionLedger.insertOne(row, { session: dbSession });
    },

    addFeedback: async (dbSession: DbSession, feedback: TestingFeedbackDocument): Promise<void> => {
      await testingFeedback.insertOne(feedback, { session: dbSession });
    },
  };
};
export type ControlUnitsRepository = ReturnType<typeof createControlUnitsRepository>;
