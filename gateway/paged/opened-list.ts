import type { Document, WithId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { PagedAnswer } from "./paged-answer.ts";
import type { PagedQuestion } from "./paged-question.ts";

/** The rows that one query finds, in its order, all at one moment. */
export interface Opened<D extends Document> {
  total: number;
  /** The rows from place `first` up to `last`, which exist. */
  read: (first: number, last: number, page: number) => Promise<{ rows: WithId<D>[]; totals: number[] }>;
  each: (rowsPerBatch: number) => AsyncIterable<{ row: WithId<D>; total: number }>;
}

export const nothing = <D extends Document>(): Opened<D> => ({
  total: 0,
  read: async () => ({ rows: [], totals: [] }),
  each: async function* () {},
});

interface Counted<L extends AnyPagedList, D extends Document> {
  answer: PagedAnswer<L, D>;
  question: PagedQuestion;
  dbSession: DbSession;
  collections: Collections;
  rowsSkipped: number;
}

/** Counted anew for each page, and entered from the nearer end; throws `invalid` for what is too far from both. */
export const openCounted = async <L extends AnyPagedList, D extends Document>({
  answer,
  question,
  dbSession: session,
  collections,
  rowsSkipped,
}: Counted<L, D>): Promise<Opened<D>> => {
  const collection = answer.collection(collections);
  const { filter, sort, readBy, countBy } = question;
  const find = () => collection.find<WithId<D>>(filter as never, { session, projection: answer.fields, hint: readBy });
  const total = await collection.countDocuments(filter as never, { session, hint: countBy });
  return {
    total,
    read: async (first, last, page) => {
      const backwards = total - last < first;
      const skip = backwards ? total - last : first;
      if (skip > rowsSkipped)
        throw new DomainError("invalid", `page: ${page} is too far inside a list of ${total} rows, narrow the filter`);
      const order = Object.entries(sort).map(([field, way]) => [field, backwards ? -way : way]);
      const rows = await find()
        .sort(Object.fromEntries(order))
        .skip(skip)
        .limit(last - first)
        .toArray();
      return { rows: backwards ? rows.reverse() : rows, totals: [] };
    },
    each: async function* (rowsPerBatch) {
      for await (const row of find().sort(sort).batchSize(rowsPerBatch)) yield { row, total: 0 };
    },
  };
};
