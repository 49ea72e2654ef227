import type { Filter, ObjectId } from "mongodb";
import type { UnitDocument } from "../registration/unit.document.server.ts";
import type { Collections } from "../runtime/collections.ts";
import { type DbSession, recordsPerBatch } from "../runtime/mongo.ts";

export type UnitOfMachine = Pick<UnitDocument, "serialNumber" | "authorised" | "authorisedAt"> & { machine: ObjectId };

/** Which control unit belongs to a machine: the one query, in its two variants. At most one does. */
export const createUnitsOfMachines = ({ units }: Pick<Collections, "units">) => {
  const variant = (further: Filter<UnitDocument>) => {
    // The condition on the type is always true of a match; it lets MongoDB use the partial index.
    const find = (machine: Filter<UnitDocument>["machine"] & object, session: DbSession | undefined) =>
      units
        .find({ machine, ...further }, { session, batchSize: recordsPerBatch })
        .project<UnitOfMachine>({ _id: 0, machine: 1, serialNumber: 1, authorised: 1, authorisedAt: 1 })
        .toArray();
    return {
      all: (dbSession?: DbSession) => find({ $type: "objectId" }, dbSession),
      among: (machines: ObjectId[], dbSession?: DbSession) => find({ $type: "objectId", $in: machines }, dbSession),
      of: async (machine: ObjectId, dbSession?: DbSession): Promise<UnitOfMachine | null> =>
        (await find({ $type: "objectId", $eq: machine }, dbSession))[0] ?? null,
    };
  };
  return {
    /** Registered with it, authorised or not: what is shown beside a machine, its doors included. */
    registered: variant({}),
    /** Authorised units alone are commanded, and make their machine live. */
    speaking: variant({ authorised: true }),
  };
};
