import type { ObjectId } from "mongodb";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "../../records/find-machine.ts";
import { createBouncingUnits } from "../machines/bouncing-units.ts";

export type StatusMachine = NamedMachine & Pick<MachineDocument, "work">;

/** Two reads of whole lists, joined in memory: a lookup per row would cost one query for each machine. */
export const createLiveStatusRepository = ({ collections }: Pick<Mongo, "collections">) => ({
  machines: (dbSession: DbSession): Promise<StatusMachine[]> =>
    collections.machines
      .find({}, { session: dbSession, batchSize: recordsPerBatch })
      .project<StatusMachine>({ name: 1, vendingMachineId: 1, work: 1 })
      .sort({ name: 1 })
      .toArray(),

  machinesAmong: (dbSession: DbSession, ids: ObjectId[]): Promise<StatusMachine[]> =>
    collections.machines
      .find({ _id: { $in: ids } }, { session: dbSession })
      .project<StatusMachine>({ name: 1, vendingMachineId: 1, work: 1 })
      .toArray(),

  speakingAmong: createUnitsOfMachines(collections).speaking.among,
  speakingUnits: createUnitsOfMachines(collections).speaking.all,
  bouncing: createBouncingUnits({ collections }).all,
});
