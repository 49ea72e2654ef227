import type { Collection, Document, Filter } from "mongodb";
import type * as z from "zod";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { TalliedList } from "#shared/runtime/tallies/tallied-lists.ts";

/** Where a value of a query is looked up, in the same snapshot as the list itself. */
export interface PagedLook {
  dbSession: DbSession;
  collections: Collections;
}

/** What a value of a query means to MongoDB. */
export interface Condition {
  filter: Filter<Document>;
  /** The index whose first fields are those of `filter`. */
  index: string;
  /** The filter has so many values that this index does not give their rows in one order. */
  manyValues?: boolean;
}
/** Null where nothing can be found. */
export type Narrowing = (value: string, look: PagedLook) => Promise<Condition | null> | Condition | null;

export interface SortBy {
  field: string;
  index: string;
  /** The column grows while the field shrinks, as an age does. */
  turned?: boolean;
}

type Dates = "startDate" | "endDate";
type Keys<L extends AnyPagedList> = Exclude<keyof L["filters"], Dates> | keyof L["columns"];

/**
 * How MongoDB answers a declared list: every filter, column and sort of it with its index, all declared beside the
 * collection; one that is missing does not compile. The first filter that a query gives leads, so those that leave
 * least come first.
 */
export interface PagedAnswer<L extends AnyPagedList = AnyPagedList, D extends Document = Document> {
  list: L;
  collection: (collections: Collections) => Collection<D>;
  /** What every row fulfils; the first fields of every index, or of those that a narrowing's own fields lead. */
  always: Filter<D>;
  /** The field of `startDate` and `endDate`. */
  days?: keyof D & string;
  sorts: Record<L["sorts"][number], SortBy>;
  filters: { [K in Keys<L> & string]: Narrowing };
  /**
   * Makes one condition of what all narrowings name together, also where none is given: of a list whose rows carry keys
   * for that.
   */
  gathered?: (named: Record<string, unknown>) => Condition;
  /**
   * Pages of a list of a million rows are found by what a worker has counted, where it is in the order of that time and
   * what narrows it is a scope of it; `always` is then empty.
   */
  tallied?: TalliedList;
  /** What is read of a row. */
  fields: Partial<Record<keyof D & string, 1>>;
}

export const pagedAnswer = <L extends AnyPagedList, D extends Document>(answer: PagedAnswer<L, D>): PagedAnswer<L, D> =>
  answer;

export type PagedQuery<L extends AnyPagedList> = z.output<L["query"]>;
