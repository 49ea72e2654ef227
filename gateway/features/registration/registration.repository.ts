import type { ObjectId } from "mongodb";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/runtime/documents.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { NamedMachine } from "../find-machine.ts";

export type UnitFields = Partial<
  Pick<UnitDocument, "name" | "authorised" | "machine" | "vendingMachineId" | "secretHash" | "sealedSecret">
>;

/** The serial number and the machine of a unit are each unique: MongoDB's duplicate key error says who came second. */
export const createRegistrationRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { registrationRequests: requests, units, machines } = collections;
  const named = { name: 1, vendingMachineId: 1 };
  return {
    requests: (dbSession?: DbSession): Promise<RegistrationRequestDocument[]> =>
      requests.find({}, { session: dbSession }).sort({ requestedAt: 1 }).toArray(),

    request: (dbSession: DbSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOne({ serialNumber }, { session: dbSession }),

    /** Gives the request that went, null where none waited. */
    takeRequest: (dbSession: DbSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOneAndDelete({ serialNumber }, { session: dbSession }),

    units: (dbSession?: DbSession): Promise<UnitDocument[]> =>
      units.find({}, { session: dbSession }).sort({ serialNumber: 1 }).toArray(),

    unit: (dbSession: DbSession, _id: ObjectId): Promise<UnitDocument | null> =>
      units.findOne({ _id }, { session: dbSession }),

    unitBySerial: (dbSession: DbSession, serialNumber: string): Promise<UnitDocument | null> =>
      units.findOne({ serialNumber }, { session: dbSession }),

    add: async (dbSession: DbSession, unit: UnitDocument): Promise<void> => {
      await units.insertOne(unit, { session: dbSession });
    },

    /** Null when the record has moved on from `rev`: two operators cannot both win. */
    change: (
      dbSession: DbSession,
      { _id, rev }: Pick<UnitDocument, "_id" | "rev">,
      fields: UnitFields,
    ): Promise<UnitDocument | null> =>
      units.findOneAndUpdate(
        { _id, rev },
        { $set: fields, $inc: { rev: 1 } },
        { session: dbSession, returnDocument: "after" },
      ),

    remove: (dbSession: DbSession, serialNumber: string): Promise<UnitDocument | null> =>
      units.findOneAndDelete({ serialNumber }, { session: dbSession }),

    machine: (dbSession: DbSession, _id: ObjectId): Promise<NamedMachine | null> =>
      machines.findOne<NamedMachine>({ _id }, { session: dbSession, projection: named }),

    /** Two reads of whole lists, compared in memory. The filter on the type lets MongoDB use the partial index. */
    machinesWithoutUnit: async (dbSession: DbSession): Promise<NamedMachine[]> => {
      const linked = await units
        .find({ machine: { $type: "objectId" } }, { session: dbSession })
        .project<{ machine: ObjectId }>({ _id: 0, machine: 1 })
        .toArray();
      const taken = new Set(linked.map(({ machine }) => machine.toHexString()));
      const all = await machines
        .find({}, { session: dbSession })
        .project<NamedMachine>(named)
        .sort({ name: 1 })
        .toArray();
      return all.filter(({ _id }) => !taken.has(_id.toHexString()));
    },
  };
};
export type RegistrationRepository = ReturnType<typeof createRegistrationRepository>;
