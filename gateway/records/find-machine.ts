import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

/** What a machine is called by, for operators and for the wire. */
export type NamedMachine = Pick<MachineDocument, "_id" | "name" | "vendingMachineId">;

const databaseId = /^[0-9a-f]{24}$/i;

/** Callers name a machine by its database id or by its vendingMachineId. Null when there is none. */
export const findMachine = async (
  { collections: { machines } }: Pick<Mongo, "collections">,
  dbSession: DbSession | undefined,
  named: string,
): Promise<MachineDocument | null> =>
  (databaseId.test(named) ? await machines.findOne({ _id: new ObjectId(named) }, { session: dbSession }) : null) ??
  (await machines.findOne({ vendingMachineId: named }, { session: dbSession }));

/** As above; throws `missing`. */
export const requireMachine = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession | undefined,
  named: string,
): Promise<MachineDocument> => {
  const machine = await findMachine(mongo, dbSession, named);
  if (!machine) throw new DomainError("machine-unknown", `There is no vending machine ${named}`);
  return machine;
};
