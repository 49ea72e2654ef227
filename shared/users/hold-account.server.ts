import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { noCans } from "./open-accounts.server.ts";

/**
 * Writes a customer's own record of cans without changing it, so that the account cannot be deleted by a transaction
 * that runs beside this one: a new order, or a text typed on a record of theirs, changes nothing that the deletion
 * writes. No `rev` is raised.
 */
export const holdAccount = async (
  { collections: { cans } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<void> => {
  await cans.updateOne(
    { _id: user },
    { $set: { heldByOrder: new ObjectId() }, $setOnInsert: noCans },
    { session: dbSession, upsert: true },
  );
};
