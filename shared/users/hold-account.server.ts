import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import { noCans } from "./open-accounts.server.ts";

/**
 * Writes a customer's own record of cans without changing it, so that his account cannot be deleted by a transaction that
 * runs beside this one: an order that is placed, or a text that is typed on a record of his, changes nothing that the
 * deletion writes. No `rev` is raised.
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
