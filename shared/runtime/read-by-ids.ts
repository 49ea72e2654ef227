import type { Collection, Filter, ObjectId } from "mongodb";
import type { DbSession } from "./mongo.ts";

/** These ids, each once. */
export const eachOnce = (ids: readonly ObjectId[]): ObjectId[] => [
  ...new Map(ids.map((id) => [id.toHexString(), id])).values(),
];

/**
 * Reads what other records are shown with: each once, these fields of it. Answers how to find one by its id; none for
 * what is gone, and for no id.
 */
export const readByIds = async <D extends { _id: ObjectId }, F extends keyof D & string>(
  collection: Collection<D>,
  session: DbSession | undefined,
  ids: readonly (ObjectId | null | undefined)[],
  fields: readonly F[],
): Promise<(id: ObjectId | null | undefined) => Pick<D, F | "_id"> | undefined> => {
  const wanted = eachOnce(ids.flatMap((id) => id ?? []));
  const found = await collection
    .find({ _id: { $in: wanted } } as unknown as Filter<D>, { session })
    .project<Pick<D, F | "_id">>(Object.fromEntries(fields.map((field) => [field, 1])))
    .toArray();
  const byId = new Map(found.map((one) => [one._id.toHexString(), one]));
  return (id) => (id ? byId.get(id.toHexString()) : undefined);
};
