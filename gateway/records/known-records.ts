import type { Collection, Document, ObjectId } from "mongodb";
import { recordsPerBatch } from "#shared/runtime/mongo.ts";

interface Reads {
  /** All of them anew. */
  all: () => Promise<void>;
  /** These, which have changed, came or went. */
  some: (ids: ObjectId[]) => Promise<void>;
  /** More that changed are read with all others. */
  mostChanged: number;
  /** Reads changes ahead, before too many have gathered: the next caller would have to wait for all of them. */
  ahead: () => Promise<unknown>;
}

/**
 * Records that are kept in memory from the first time that somebody asks for them: which of them were changed since is
 * noted, and made up for before the next answer. What could not be read is read next time.
 */
export const createCatchUp = ({ all, some, mostChanged, ahead }: Reads) => {
  const changed = new Map<string, ObjectId>();
  /** Nobody asks in a small network, and nothing is kept of it. */
  let isWanted = false;
  let isKnown = false;
  let isReading = false;

  const readAll = async () => {
    changed.clear();
    isKnown = true;
    try {
      await all();
    } catch (error) {
      isKnown = false;
      throw error;
    }
  };
  const readSome = async () => {
    const taken = new Map(changed);
    changed.clear();
    try {
      await some([...taken.values()]);
    } catch (error) {
      for (const [id, one] of taken) changed.set(id, one);
      throw error;
    }
  };

  return {
    change: (id: ObjectId | null | undefined): void => {
      if (!isWanted || !id) return;
      changed.set(id.toHexString(), id);
      if (changed.size === mostChanged / 2) ahead().catch(() => undefined);
    },
    /** Any of them may have changed. */
    lost: (): void => {
      isKnown = false;
    },
    /** While true, kept records may be older than a change that was heard meanwhile. */
    isReading: (): boolean => isReading,
    catchUp: async (): Promise<void> => {
      isWanted = true;
      isReading = true;
      try {
        if (!isKnown || changed.size > mostChanged) await readAll();
        else if (changed.size > 0) await readSome();
      } finally {
        isReading = false;
      }
    },
  };
};

/**
 * A number for each machine's id, from 0 on, for the life of the process: what a hundred thousand of them hold is found
 * by it in a quarter of the time.
 */
export const createNumbers = () => {
  const numbers = new Map<string, number>();
  return (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(id, number);
    return number;
  };
};
export type NumberOf = ReturnType<typeof createNumbers>;

/** The index at which a record belongs among sorted ones. */
const placeOf = <T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as T, one) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** As MongoDB orders it for `idsByWords`, so that whatever is read in its order is not compared here. */
export const byWords = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const asInMongo = { locale: "en", strength: 2, numericOrdering: true } as const;
/** The ids of all records, in that field's order. */
export const idsByWords = async <D extends Document>(
  collection: Collection<D>,
  field: string & keyof D,
): Promise<ObjectId[]> => {
  const found = collection
    .find({}, { batchSize: recordsPerBatch })
    .project<{ _id: ObjectId }>({ _id: 1 })
    .collation(asInMongo)
    .sort({ [field]: 1 });
  return (await found.toArray()).map(({ _id }) => _id);
};

/** The same records in several orders, each of which is kept. */
export const createOrders = <R extends { id: string }, Order extends string>(
  compares: Record<Order, (a: R, b: R) => number>,
) => {
  const names = Object.keys(compares) as Order[];
  const lists = Object.fromEntries(names.map((name) => [name, [] as R[]])) as Record<Order, R[]>;
  return {
    lists: lists as Readonly<Record<Order, readonly R[]>>,
    /** In the order of that name, as the database gave them; `records` are all. */
    fill: (records: ReadonlyMap<string, R>, inOrder: Record<Order, readonly ObjectId[]>): void => {
      for (const name of names) lists[name] = inOrder[name].flatMap((id) => records.get(id.toHexString()) ?? []);
    },
    /** Those with these ids as they are now; one that is not among them any more is gone. */
    replace: (ids: ReadonlySet<string>, records: readonly R[]): void => {
      for (const name of names) {
        const list = lists[name].filter(({ id }) => !ids.has(id));
        for (const one of records) list.splice(placeOf(list, one, compares[name]), 0, one);
        lists[name] = list;
      }
    },
  };
};
