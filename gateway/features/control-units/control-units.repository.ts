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

export const createControlUnitsRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { machines, containers, products, sessions, sessionRows, testingFeedback, transactionLedger } = collections;
  return {
    machine: (vendingMachineId: string): Promise<CommandedMachine | null> =>
      machines.findOne({ vendingMachineId }, { projection: { vendingMachineId: 1 } }),

    /** Of the unit that may receive commands. */
    authorisedUnit: async (machine: ObjectId): Promise<string | null> =>
      (await createUnitsOfMachines(collections).speaking.of(machine))?.serialNumber ?? null,

    /** Of one machine, by label or database id; in no order. */
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

    /** Those of these sessions that may still move a door. */
    underWay: (dbSession: DbSession, ids: ObjectId[]): Promise<SessionDocument[]> =>
      sessions.find({ _id: { $in: ids }, status: { $in: ["queued", "running"] } }, { session: dbSession }).toArray(),

    /** Two who give the same rows again write the same record, so one of them sees what the other did. */
    noteResent: async (dbSession: DbSession, _id: ObjectId, resentAs: ObjectId): Promise<void> => {
      await sessions.updateOne({ _id }, { $push: { resentAs } }, { session: dbSession });
    },

    /** In the operator's order. */
    rows: (session: ObjectId, dbSession: DbSession): Promise<SessionRowDocument[]> =>
      sessionRows.find({ session }, { session: dbSession }).sort({ place: 1 }).toArray(),

    /** One clock orders the sessions of all gateways and decides what is too late: MongoDB's. */
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
