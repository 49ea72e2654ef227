import type { Document, Filter } from "mongodb";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { type Scope, scopeWhere } from "#shared/runtime/tallies/tallied-lists.ts";
import { momentsIn } from "../records/date-filter.ts";
import type { Condition, Narrowing, PagedAnswer, PagedLook, PagedQuery, SortBy } from "./paged-answer.ts";

/** The MongoDB query of one page request of a list. */
export interface PagedQuestion {
  filter: Filter<Document>;
  /** Ends in a unique field, or rows of equal rank would stand on two pages. */
  sort: Record<string, 1 | -1>;
  /** The index that counts, and the one that reads in the order of `sort`. */
  countBy: string;
  readBy: string;
  /** The scope of a tallied list with these rows, between the moments if there are any; null where none does. */
  tallied: { scope: Scope; moments: { from: Date; before: Date } | null; way: 1 | -1 } | null;
}

/** The keys that queries of all lists have. */
interface CommonQuery {
  sort?: string | undefined;
  latest?: boolean | undefined;
  days?: boolean | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

const sortOf = (answer: PagedAnswer, { sort, latest, days }: CommonQuery): { by: SortBy; way: 1 | -1 } => {
  const text = sort ?? answer.list.byDefault;
  const by = answer.sorts[text.replace(/^-/, "")];
  if (!by) throw new Error(`the list is not sorted by ${text}`);
  const turns = [text.startsWith("-"), by.turned ?? false, sort === undefined && (latest ?? days) === false];
  return { by, way: turns.filter(Boolean).length % 2 === 0 ? 1 : -1 };
};

const namedIn = (conditions: Condition[]): Record<string, unknown> =>
  Object.assign({}, ...conditions.map(({ filter }) => filter));

/** Null where nothing can be found. Throws 'Invalid date' for dates that make no range. */
export const questionOf = async <L extends AnyPagedList, D extends Document>(
  typed: PagedAnswer<L, D>,
  query: PagedQuery<L>,
  look: PagedLook,
  timeZone: string,
): Promise<PagedQuestion | null> => {
  const answer = typed as unknown as PagedAnswer;
  const requested = query as CommonQuery & Record<string, string | undefined>;
  const moments = answer.days ? momentsIn(requested, timeZone) : null;
  const given: Condition[] = [];
  for (const [key, narrow] of Object.entries<Narrowing>(answer.filters)) {
    const value = requested[key];
    if (value === undefined) continue;
    const condition = await narrow(value, look);
    if (!condition) return null;
    given.push(condition);
  }
  const { by, way } = sortOf(answer, requested);
  const conditions = answer.gathered ? [answer.gathered(namedIn(given))] : given;
  const [leading] = conditions;
  const between = answer.days && moments ? [{ [answer.days]: { $gte: moments.from, $lt: moments.before } }] : [];
  const { tallied } = answer;
  const isInItsOrder = tallied && by.field === tallied.at && Object.keys(answer.always).length === 0;
  const scope = isInItsOrder
    ? scopeWhere(
        tallied,
        conditions.map(({ filter }) => filter),
      )
    : null;
  return {
    filter: { $and: [answer.always, ...conditions.map(({ filter }) => filter), ...between] },
    sort: { [by.field]: way, ...(by.field === "_id" ? {} : { _id: way }) },
    countBy: leading?.index ?? by.index,
    readBy: leading && !leading.manyValues ? leading.index : by.index,
    tallied: scope && { scope, moments, way },
  };
};
