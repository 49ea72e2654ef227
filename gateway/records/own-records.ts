import type { ObjectId } from "mongodb";
import { inBatches } from "#shared/runtime/in-batches.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";

/** Records about a user that have ids of their own, by which the audit names them, some at a time. */
export async function* ownRecords(
  { collections }: Pick<Mongo, "collections">,
  session: DbSession,
  user: ObjectId,
): AsyncGenerator<{ collection: string; ids: string[] }> {
  for (const name of ["penalties", "canTransactions", "orders", "accountDeletions", "approvals"] as const) {
    const own = collections[name].find({ user } as never, { session, projection: { _id: 1 } });
    for await (const some of inBatches<{ _id: ObjectId }>(own, recordsPerBatch))
      yield { collection: name, ids: some.map(({ _id }) => _id.toHexString()) };
  }
}
