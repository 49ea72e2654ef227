import type { ClientSession, ObjectId } from "mongodb";
import type { MachineDocument, RegistrationRequestDocument, UnitDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

export type NamedMachine = Pick<MachineDocument, "_id" | "name" | "vendingMachineId">;
export type UnitFields = Partial<
  Pick<UnitDocument, "name" | "authorised" | "machine" | "vendingMachineId" | "secretHash" | "sealedSecret">
>;

/** The serial number and the machine of a unit are each unique: MongoDB's duplicate key error says who came second. */
export const createRegistrationRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { registrationRequests: requests, units, machines } = collections;
  const named = { name: 1, vendingMachineId: 1 };
  return {
    requests: (session?: ClientSession): Promise<RegistrationRequestDocument[]> =>
      requests.find({}, { session }).sort({ requestedAt: 1 }).toArray(),

    request: (session: ClientSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOne({ serialNumber }, { session }),

    /** Gives the request that went, null where none waited. */
    takeRequest: (session: ClientSession, serialNumber: string): Promise<RegistrationRequestDocument | null> =>
      requests.findOneAndDelete({ serialNumber }, { session }),

    units: (session?: ClientSession): Promise<UnitDocument[]> =>
      units.find({}, { session }).sort({ serialNumber: 1 }).toArray(),

    unit: (session: ClientSession, _id: ObjectId): Promise<UnitDocument | null> => units.findOne({ _id }, { session }),

    unitBySerial: (session: ClientSession, serialNumber: string): Promise<UnitDocument | null> =>
      units.findOne({ serialNumber }, { session }),

    add: async (session: ClientSession, unit: UnitDocument): Promise<void> => {
      await units.insertOne(unit, { session });
    },

    /** Null when the record has moved on from `rev`: two operators cannot both win. */
    change: (
      session: ClientSession,
      { _id, rev }: Pick<UnitDocument, "_id" | "rev">,
      fields: UnitFields,
    ): Promise<UnitDocument | null> =>
      units.findOneAndUpdate({ _id, rev }, { $set: fields, $inc: { rev: 1 } }, { session, returnDocument: "after" }),

    remove: (session: ClientSession, serialNumber: string): Promise<UnitDocument | null> =>
      units.findOneAndDelete({ serialNumber }, { session }),

    machine: (session: ClientSession, _id: ObjectId): Promise<NamedMachine | null> =>
      machines.findOne<NamedMachine>({ _id }, { session, projection: named }),

    /** Two reads of whole lists, compared in memory. The filter on the type lets MongoDB use the partial index. */
    machinesWithoutUnit: async (session: ClientSession): Promise<NamedMachine[]> => {
      const linked = await units
        .find({ machine: { $type: "objectId" } }, { session })
        .project<{ machine: ObjectId }>({ _id: 0, machine: 1 })
        .toArray();
      const taken = new Set(linked.map(({ machine }) => machine.toHexString()));
      const all = await machines.find({}, { session }).project<NamedMachine>(named).sort({ name: 1 }).toArray();
      return all.filter(({ _id }) => !taken.has(_id.toHexString()));
    },
  };
};
export type RegistrationRepository = ReturnType<typeof createRegistrationRepository>;
