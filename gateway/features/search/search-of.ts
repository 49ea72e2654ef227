import type { Collection, Document, ObjectId } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import { mostFoundOfAKind, type SearchResult } from "#shared/search/search.schema.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { SearchBy } from "../../records/search-by.ts";

export type SearchParts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits">;
export type FoundRecords = Omit<SearchResult, "kind">;
/** The records of one kind that were meant, best first. */
export type RecordSearch = (typed: string, parts: SearchParts) => Promise<FoundRecords[]>;

interface Searched<D extends Document> {
  in: (collections: Collections) => Collection<D>;
  /** Every way is queried. */
  by: SearchBy<D>[];
  show: (found: D[], parts: SearchParts) => FoundRecords[] | Promise<FoundRecords[]>;
}

/** The first of each list, then the second of each: where there is too much, every list gives up its last ones. */
export const bestFirst = <T>(lists: T[][]): T[] =>
  lists
    .flatMap((list) => list.map((one, rank) => ({ one, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);

/** At most `mostFoundOfAKind` records, each once. */
export const searchOf =
  <D extends Document & { _id: ObjectId }>({ in: collectionOf, by, show }: Searched<D>): RecordSearch =>
  async (typed, parts) => {
    const collection = collectionOf(parts.mongo.collections) as unknown as Collection<Document>;
    const requested = by.map((question) => question(typed)).filter((question) => question !== null);
    const answers = await Promise.all(
      requested.map(({ filter, options }) =>
        collection
          .find(filter as Document, options)
          .limit(mostFoundOfAKind)
          .toArray(),
      ),
    );
    const once = new Map(bestFirst(answers as D[][]).map((record) => [record._id.toHexString(), record]));
    return once.size === 0 ? [] : show([...once.values()].slice(0, mostFoundOfAKind), parts);
  };
