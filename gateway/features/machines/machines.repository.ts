import type { ObjectId } from "mongodb";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { tolerableClockOffsetSeconds } from "#shared/machines/machine.rules.ts";
import type { LinkedUnit } from "#shared/machines/machine.schema.ts";
import { createUnitsOfMachines, type UnitOfMachine } from "#shared/machines/units-of-machines.server.ts";
import type { LastSeenDocument } from "#shared/registration/unit.document.server.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { createBouncingUnits } from "./bouncing-units.ts";
import type { MachineNames } from "./machines.view.ts";

/** A machine with what stands beside it in the database at the same moment. */
export interface FoundMachine {
  machine: MachineDocument;
  names: MachineNames;
  unit: LinkedUnit | null;
  /** As measured; null where it is tolerable or unknown. */
  clockOffsetSeconds: number | null;
  bouncing: Bouncing | null;
}

/** All machines, the units registered with them, and what stands beside each. */
interface AllMachines {
  machines: MachineDocument[];
  serialNumbers: string[];
  around(machine: MachineDocument): FoundMachine;
}

const linkOf = (unit: UnitOfMachine | null | undefined): LinkedUnit | null =>
  unit ? { serialNumber: unit.serialNumber, authorised: unit.authorised } : null;

export const createMachinesRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { machines, productProfiles, regions, lastSeen } = collections;
  const units = createUnitsOfMachines(collections);
  const bouncingUnits = createBouncingUnits({ collections });

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

  /** The clocks of units that are off far enough to be shown. A whole network is read some units at a time. */
  const wrongClocksOf = async (dbSession: DbSession, serialNumbers: string[]): Promise<Map<string, number | null>> => {
    const off = { $not: { $gte: -tolerableClockOffsetSeconds, $lte: tolerableClockOffsetSeconds } };
    const found: Pick<LastSeenDocument, "_id" | "clockOffsetSeconds">[] = [];
    for (let from = 0; from < serialNumbers.length; from += recordsPerBatch) {
      const _id = { $in: serialNumbers.slice(from, from + recordsPerBatch) };
      const some = lastSeen.find({ _id, clockOffsetSeconds: off }, { session: dbSession });
      found.push(...(await some.project<(typeof found)[number]>({ clockOffsetSeconds: 1 }).toArray()));
    }
    return new Map(found.map(({ _id, clockOffsetSeconds }) => [_id, clockOffsetSeconds]));
  };

  return {
    namesOf,

    /** All machines, or some. */
    all: async (dbSession: DbSession, now: number, among?: ObjectId[]): Promise<AllMachines> => {
      const found = await machines
        .find(among ? { _id: { $in: among } } : {}, { session: dbSession, batchSize: recordsPerBatch })
        .sort({ name: 1 })
        .toArray();
      const names = await namesOf(dbSession);
      const linked = await (among ? units.registered.among(among, dbSession) : units.registered.all(dbSession));
      const serialNumbers = linked.map((unit) => unit.serialNumber);
      const clocks = await wrongClocksOf(dbSession, serialNumbers);
      const bouncing = await bouncingUnits.all(dbSession, now);
      const unitOf = new Map(linked.map((unit) => [unit.machine.toHexString(), unit]));
      const around = (machine: MachineDocument): FoundMachine => {
        const unit = linkOf(unitOf.get(machine._id.toHexString()));
        return {
          machine,
          names,
          unit,
          clockOffsetSeconds: (unit && clocks.get(unit.serialNumber)) ?? null,
          bouncing: (unit && bouncing.get(unit.serialNumber)) ?? null,
        };
      };
      return { machines: found, serialNumbers, around };
    },

    /** The machine with its names, its unit, how far its clock is off and whether its locks bounce. */
    around: async (dbSession: DbSession, machine: MachineDocument, now: number): Promise<FoundMachine> => {
      const names = await namesOf(dbSession, machine.profile);
      const linked = await units.registered.of(machine._id, dbSession);
      const clocks = await wrongClocksOf(dbSession, linked ? [linked.serialNumber] : []);
      const clockOffsetSeconds = (linked && clocks.get(linked.serialNumber)) ?? null;
      const bouncing = linked && (await bouncingUnits.of(dbSession, linked.serialNumber, now));
      return { machine, names, unit: linkOf(linked), clockOffsetSeconds, bouncing };
    },
  };
};
