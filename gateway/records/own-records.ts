import { type Collection, ObjectId } from "mongodb";
import { inBatches } from "#shared/runtime/in-batches.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";

type Stores = Pick<Mongo, "collections">;

/** Records about a user that have the user's own id, and those that have ids of their own: so the audit names them. */
const ofUserId = ["users", "notes", "deposits", "cans"] as const;
const ofOwnId = ["penalties", "canTransactions", "orders", "accountDeletions", "approvals"] as const;

/** Records of one user that have ids of their own, some at a time. */
export async function* ownRecords(
  { collections }: Stores,
  session: DbSession,
  user: ObjectId,
): AsyncGenerator<{ collection: string; ids: string[] }> {
  for (const name of ofOwnId) {
    const own = collections[name].find({ user } as never, { session, projection: { _id: 1 } });
    for await (const some of inBatches<{ _id: ObjectId }>(own, recordsPerBatch))
      yield { collection: name, ids: some.map(({ _id }) => _id.toHexString()) };
  }
}

/** The ids of users whom records are about that the audit names; a record about no user has none. */
export const ownersOf = async (
  { collections }: Stores,
  records: readonly { collection: string; _id: string }[],
): Promise<string[]> => {
  const idsIn = (name: string) =>
    records.flatMap(({ collection, _id }) => (collection === name && /^[0-9a-f]{24}$/.test(_id) ? [_id] : []));
  const owners = new Set<string>(ofUserId.flatMap(idsIn));
  for (const name of ofOwnId) {
    const ids = idsIn(name).map((id) => new ObjectId(id));
    if (ids.length === 0) continue;
    const collection = collections[name] as unknown as Collection<{ _id: ObjectId; user: ObjectId }>;
    const found = await readByIds(collection, undefined, ids, ["user"]);
    for (const id of ids) {
      const owner = found(id)?.user;
      if (owner) owners.add(owner.toHexString());
    }
  }
  return [...owners];
};
