import type { ObjectId } from "mongodb";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { ConnectionHistoryDocument, LiveHistoryDocument } from "#shared/machines/histories.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { requireRecord } from "../../records/change-record.ts";
import { type WholeMoments, wholeMoments } from "./whole-moments.ts";

/** A coming or going of the machine's unit, or a message of it that was dropped. */
export type Connection = Pick<ConnectionHistoryDocument, "receivedAt" | "meta" | "event" | "why" | "problem">;
type Command = Pick<SessionDocument, "_id" | "type" | "status" | "reason" | "startedBy" | "createdAt">;
/** A machine with what its history is read with. */
export interface MachineAround {
  machine: Pick<MachineDocument, "_id" | "vendingMachineId">;
  /** The machine's present unit. */
  serialNumber: string | null;
  /** The labels of its containers, by channel. */
  labels: Map<number, string>;
}

const rowsPerBatch = 500;

const aroundIn = async (
  collections: Mongo["collections"],
  dbSession: DbSession,
  machine: MachineAround["machine"],
): Promise<MachineAround> => {
  const unit = await createUnitsOfMachines(collections).speaking.of(machine._id, dbSession);
  const labelled = await collections.containers
    .find({ machine: machine._id }, { session: dbSession })
    .project<{ channel: number; label: string }>({ _id: 0, channel: 1, label: 1 })
    .toArray();
  const labels = new Map(labelled.map(({ channel, label }) => [channel, label]));
  return { machine, serialNumber: unit?.serialNumber ?? null, labels };
};

export const createMachineHistoryRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { connectionHistory, liveHistory, sessions, sessionRows } = collections;

  const around = aroundIn.bind(null, collections);
  return {
    around,

    /** Throws `missing`. */
    aroundId: async (dbSession: DbSession, id: string): Promise<MachineAround> =>
      around(dbSession, await requireRecord({ collections }, dbSession, machineRecord, id)),

    connections: (
      machine: string,
      events: Connection["event"][],
      before: Date,
      least: number,
    ): Promise<WholeMoments<Connection>> =>
      wholeMoments(
        (receivedAt, limit) =>
          connectionHistory
            .find({ "meta.machine": machine, receivedAt, event: { $in: events } })
            .project<Connection>({ _id: 0, receivedAt: 1, meta: 1, event: 1, why: 1, problem: 1 })
            .sort({ receivedAt: -1 })
            .limit(limit)
            .toArray(),
        ({ receivedAt }) => receivedAt,
        before,
        least,
      ),

    commands: (machine: ObjectId, before: Date, least: number): Promise<WholeMoments<Command>> =>
      wholeMoments(
        (createdAt, limit) =>
          sessions
            .find({ machine, createdAt })
            .project<Command>({ type: 1, status: 1, reason: 1, startedBy: 1, createdAt: 1 })
            .sort({ createdAt: -1, _id: -1 })
            .limit(limit)
            .toArray(),
        ({ createdAt }) => createdAt,
        before,
        least,
      ),

    /** The containers that each session named, in that order, and why its only row ended badly, where it has one row. */
    rowsOf: async (ids: ObjectId[]): Promise<Map<string, { labels: string[]; reason: string | null }>> => {
      const found = await sessionRows
        .find({ session: { $in: ids } })
        .project<{ session: ObjectId; label: string; channel: number | null; reason: string | null }>({
          _id: 0,
          session: 1,
          label: 1,
          channel: 1,
          reason: 1,
        })
        .sort({ session: 1, place: 1 })
        .toArray();
      const rows = new Map<string, { labels: string[]; reason: string | null }>();
      for (const { session, label, channel, reason } of found) {
        const id = session.toHexString();
        const known = rows.get(id);
        if (known) known.reason = null;
        const one = known ?? { labels: [], reason };
        if (channel !== null) one.labels.push(label);
        rows.set(id, one);
      }
      return rows;
    },

    /** All heartbeats and answers to pings since `from`, oldest first, some at a time. */
    heartbeatsSince: (machine: string, from: Date): AsyncGenerator<LiveHistoryDocument[]> => {
      const rows = liveHistory
        .find({ "meta.machine": machine, receivedAt: { $gte: from } }, { batchSize: rowsPerBatch })
        .project<LiveHistoryDocument>({ _id: 0 })
        .sort({ receivedAt: 1 });
      return inBatches(rows, rowsPerBatch);
    },
  };
};
export type MachineHistoryRepository = ReturnType<typeof createMachineHistoryRepository>;
