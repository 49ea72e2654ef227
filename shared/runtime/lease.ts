import type { ClientSession, Collection, Document, Filter, Sort, UpdateFilter } from "mongodb";

/** Another process may be doing this work: this one must stop. */
export class LeaseLost extends Error {}

/** Where a document names its holder, and the moment of MongoDB's clock until which nobody else may take it. */
const standardFields = { holder: "holder", until: "heldUntil" };
type Fields = typeof standardFields;

interface LeaseOptions<D extends Document> {
  collection: Collection<D>;
  /** Matches the documents of which one is taken; `sort` says which first. */
  where: Filter<D>;
  sort?: Sort;
  /** What no other holder is called. */
  holder: unknown;
  /** Who died is followed after this long. */
  leaseMs: number;
  /** Expressions of an aggregation, written as the lease is taken. */
  set?: Document;
  fields?: Fields;
  returnDocument?: "before" | "after";
  /** The message of the LeaseLost that is thrown. */
  lostMessage?: string;
}

/** Documents without a lease, or with an expired one. */
export const isFree = ({ until }: Fields = standardFields): Document => ({
  $expr: { $lte: [{ $ifNull: [`$${until}`, null] }, "$$NOW"] },
});

/**
 * Takes one document that is free, and extends the lease on it five times in its length until it is given back. Null
 * where none is free. MongoDB's clock alone decides, so the clocks of processes may differ.
 */
export const takeLease = async <D extends Document>(options: LeaseOptions<D>) => {
  const { collection, where, sort = {}, holder, leaseMs, set = {}, fields = standardFields } = options;
  const { returnDocument = "after" } = options;
  const until = { $add: ["$$NOW", leaseMs] };
  let extendedAt = performance.now();
  const document = await collection.findOneAndUpdate(
    { $and: [where, isFree(fields)] } as Filter<D>,
    [{ $set: { ...set, [fields.holder]: holder, [fields.until]: until } }],
    { sort, returnDocument },
  );
  if (!document) return null;

  const mine = { _id: document._id, [fields.holder]: holder } as Filter<D>;
  const losing = new AbortController();
  const lose = () => losing.abort(new LeaseLost(options.lostMessage));
  const extend = async (): Promise<void> => {
    const startedAt = performance.now();
    const { matchedCount } = await collection.updateOne(mine, [{ $set: { [fields.until]: until } }]);
    if (matchedCount === 0) lose();
    else extendedAt = startedAt;
  };
  let extending: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A failed extension is followed by the next; `check` sees when none has succeeded for too long.
    extending ??= extend()
      .catch(() => undefined)
      .finally(() => {
        extending = null;
      });
  }, leaseMs / 5);

  const lease = {
    /** The document, only while this process has the lease: the filter of every write of the work. */
    mine,
    /** Aborted with LeaseLost once it is known that another process may have taken it. */
    signal: losing.signal,
    /** Throws LeaseLost once another process may have taken it. */
    check: (): void => {
      if (performance.now() - extendedAt > leaseMs) lose();
      losing.signal.throwIfAborted();
    },
    /** Writes while this process has the lease; throws LeaseLost where it does not. */
    write: async (update: UpdateFilter<D>): Promise<void> => {
      lease.check();
      if ((await collection.updateOne(mine, update)).matchedCount === 0) lose();
      losing.signal.throwIfAborted();
    },
    /**
     * Ends the lease and writes the last words with it, which may say until when nobody takes it; false where this process
     * no longer held it. With `session`, inside that transaction.
     */
    giveBack: async ($set: Partial<D> = {}, session?: ClientSession): Promise<boolean> => {
      clearInterval(timer);
      await extending;
      const free = { [fields.holder]: null, [fields.until]: null, ...$set } as UpdateFilter<D>["$set"];
      return (await collection.updateOne(mine, { $set: free } as UpdateFilter<D>, { session })).matchedCount === 1;
    },
  };
  return { document, lease };
};
export type Lease<D extends Document> = NonNullable<Awaited<ReturnType<typeof takeLease<D>>>>["lease"];
