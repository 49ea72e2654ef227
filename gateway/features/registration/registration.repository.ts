import type { ObjectId } from "mongodb";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "../../records/find-machine.ts";

export const createRegistrationRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { registrationRequests: requests, units, machines, doors } = collections;
  return {
    requests: (dbSession?: DbSession): Promise<RegistrationRequestDocument[]> =>
      requests.find({}, { session: dbSession }).sort({ requestedAt: 1 }).toArray(),

    request: (dbSession: DbSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOne({ serialNumber }, { session: dbSession }),

    /** Returns the deleted request, null where none waited. */
    takeRequest: (dbSession: DbSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOneAndDelete({ serialNumber }, { session: dbSession }),

    units: (dbSession?: DbSession): Promise<UnitDocument[]> =>
      units.find({}, { session: dbSession }).sort({ serialNumber: 1 }).toArray(),

    unitsAmong: (dbSession: DbSession, ids: ObjectId[]): Promise<UnitDocument[]> =>
      units.find({ _id: { $in: ids } }, { session: dbSession }).toArray(),

    unitBySerial: (dbSession: DbSession, serialNumber: string): Promise<UnitDocument | null> =>
      units.findOne({ serialNumber }, { session: dbSession }),

    /**
     * A board that comes in the place of another may count its power-ups anew: none of them is a former one. The name of
     * each becomes one that no unit can say, so that the locks of the last one stay known as such.
     */
    forgetPowerUps: async (dbSession: DbSession, serialNumber: string): Promise<void> => {
      const forgotten = [{ $set: { boot: { $concat: ["~", "$boot"] } } }, { $unset: "formerBoots" }];
      await doors.updateMany({ serialNumber }, forgotten, { session: dbSession });
    },

    /** Two reads, of all machines or of these, compared in memory. */
    machinesWithoutUnit: async (dbSession: DbSession, among?: ObjectId[]): Promise<NamedMachine[]> => {
      const { registered } = createUnitsOfMachines(collections);
      const linked = await (among ? registered.among(among, dbSession) : registered.all(dbSession));
      const taken = new Set(linked.map(({ machine }) => machine.toHexString()));
      const all = await machines
        .find(among ? { _id: { $in: among } } : {}, { session: dbSession })
        .project<NamedMachine>({ name: 1, vendingMachineId: 1 })
        .sort({ name: 1 })
        .toArray();
      return all.filter(({ _id }) => !taken.has(_id.toHexString()));
    },
  };
};
export type RegistrationRepository = ReturnType<typeof createRegistrationRepository>;
