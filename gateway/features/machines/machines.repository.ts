import type { ObjectId } from "mongodb";
import type { LinkedUnit } from "#shared/machines/machine.schema.ts";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { LastSeenDocument } from "#shared/runtime/documents/units.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { createUnitsOfMachines, type UnitOfMachine } from "#shared/runtime/units-of-machines.ts";
import type { MachineNames } from "./machines.view.ts";

/** A machine with what stands beside it in the database at the same moment. */
export interface FoundMachine {
  machine: MachineDocument;
  names: MachineNames;
  unit: LinkedUnit | null;
  lastSeen: LastSeenDocument | null;
}

const linkOf = (unit: UnitOfMachine | null | undefined): LinkedUnit | null =>
  unit ? { serialNumber: unit.serialNumber, authorised: unit.authorised } : null;

export const createMachinesRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { machines, productProfiles, regions, lastSeen } = collections;
  const units = createUnitsOfMachines(collections);

  const namesOf = async (dbSession: DbSession, profile?: ObjectId): Promise<MachineNames> => {
    const profiles = await productProfiles
      .find(profile ? { _id: profile } : {}, { session: dbSession })
      .project<{ _id: ObjectId; name: string }>({ name: 1 })
      .toArray();
    // The second condition is always true of a match; it lets MongoDB use the partial index.
    const around = profile ? { profiles: profile, "profiles.0": { $exists: true } } : {};
    const grouped = await regions.find(around, { session: dbSession }).toArray();
    const profileNames = new Map(profiles.map(({ _id, name }) => [_id.toHexString(), name]));
    const regionNames = new Map(
      grouped.flatMap(({ region, profiles: ids }) => ids.map((id) => [id.toHexString(), region] as const)),
    );
    return {
      profileName: (id) => profileNames.get(id.toHexString()) ?? "",
      regionOf: (id) => regionNames.get(id.toHexString()) ?? "",
    };
  };

  /** Some at a time: a whole network in one question keeps the database and us from other work. */
  const lastSeenOf = async (dbSession: DbSession, serialNumbers: string[]): Promise<LastSeenDocument[]> => {
    const found: LastSeenDocument[] = [];
    for (let from = 0; from < serialNumbers.length; from += recordsPerBatch) {
      const some = serialNumbers.slice(from, from + recordsPerBatch);
      found.push(...(await lastSeen.find({ _id: { $in: some } }, { session: dbSession }).toArray()));
    }
    return found;
  };

  return {
    all: async (dbSession: DbSession): Promise<FoundMachine[]> => {
      const found = await machines
        .find({}, { session: dbSession, batchSize: recordsPerBatch })
        .sort({ name: 1 })
        .toArray();
      const names = await namesOf(dbSession);
      const linked = await units.registered.all(dbSession);
      const seen = await lastSeenOf(
        dbSession,
        linked.map((unit) => unit.serialNumber),
      );
      const unitOf = new Map(linked.map((unit) => [unit.machine.toHexString(), unit]));
      const seenOf = new Map(seen.map((one) => [one._id, one]));
      return found.map((machine) => {
        const unit = linkOf(unitOf.get(machine._id.toHexString()));
        return { machine, names, unit, lastSeen: (unit && seenOf.get(unit.serialNumber)) ?? null };
      });
    },

    byId: (dbSession: DbSession, id: ObjectId): Promise<MachineDocument | null> =>
      machines.findOne({ _id: id }, { session: dbSession }),

    /** The machine with its names, its unit and what was last stored of it. */
    around: async (dbSession: DbSession, machine: MachineDocument): Promise<FoundMachine> => {
      const names = await namesOf(dbSession, machine.profile);
      const linked = await units.registered.of(machine._id, dbSession);
      const [seen] = linked ? await lastSeenOf(dbSession, [linked.serialNumber]) : [];
      return { machine, names, unit: linkOf(linked), lastSeen: seen ?? null };
    },

    profileExists: async (dbSession: DbSession, profile: ObjectId): Promise<boolean> =>
      (await productProfiles.findOne({ _id: profile }, { session: dbSession, projection: { _id: 1 } })) !== null,
  };
};
