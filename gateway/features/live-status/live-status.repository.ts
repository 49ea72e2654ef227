import type { UnitDocument } from "#shared/runtime/documents.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "../find-machine.ts";

export type SpeakingUnit = Pick<UnitDocument, "_id" | "machine" | "serialNumber">;

/** Two reads of whole lists, joined in memory: a lookup per row would cost one query for each machine. */
export const createLiveStatusRepository = ({ collections }: Pick<Mongo, "collections">) => ({
  machines: (dbSession: DbSession): Promise<NamedMachine[]> =>
    collections.machines
      .find({}, { session: dbSession })
      .project<NamedMachine>({ name: 1, vendingMachineId: 1 })
      .sort({ name: 1 })
      .toArray(),

  /** The units that speak for a machine. The filter on the type lets MongoDB use the partial index. */
  authorisedUnits: (dbSession: DbSession): Promise<SpeakingUnit[]> =>
    collections.units
      .find({ machine: { $type: "objectId" }, authorised: true }, { session: dbSession })
      .project<SpeakingUnit>({ machine: 1, serialNumber: 1 })
      .toArray(),
});
export type LiveStatusRepository = ReturnType<typeof createLiveStatusRepository>;
