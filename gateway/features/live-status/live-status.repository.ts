import type { ClientSession } from "mongodb";
import type { MachineDocument, UnitDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export type ListedMachine = Pick<MachineDocument, "_id" | "name" | "vendingMachineId">;
export type SpeakingUnit = Pick<UnitDocument, "_id" | "machine" | "serialNumber">;

/** Two reads of whole lists, joined in memory: a lookup per row would cost one query for each machine. */
export const createLiveStatusRepository = ({ collections }: Pick<Mongo, "collections">) => ({
  machines: (session: ClientSession): Promise<ListedMachine[]> =>
    collections.machines
      .find({}, { session })
      .project<ListedMachine>({ name: 1, vendingMachineId: 1 })
      .sort({ name: 1 })
      .toArray(),

  /** The units that speak for a machine. The filter on the type lets MongoDB use the partial index. */
  authorisedUnits: (session: ClientSession): Promise<SpeakingUnit[]> =>
    collections.units
      .find({ machine: { $type: "objectId" }, authorised: true }, { session })
      .project<SpeakingUnit>({ machine: 1, serialNumber: 1 })
      .toArray(),
});
export type LiveStatusRepository = ReturnType<typeof createLiveStatusRepository>;
