import type { Collection, Document, Filter, FindOptions, WithId } from "mongodb";
import { pageListAround } from "#shared/http/paging.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";

interface Question<D extends Document> {
  collection: Collection<D>;
  filter: Filter<D>;
  /** Ends in a unique field, or rows of equal rank would stand on two pages. */
  sort: Record<string, 1 | -1>;
  page: number;
  rowsPerPage: number;
  options?: Pick<FindOptions, "projection" | "hint">;
}

/** A number that is quickly counted is counted anew each time; a large one is kept for a while. */
const keptForMs = 30_000;
const quicklyCounted = 10_000;
const mostKept = 500;

/** What a page says of the list that it is cut from. */
export const pagedFigures = (total: number, activePage: number, rowsPerPage: number) => {
  const pages = Math.ceil(total / rowsPerPage);
  return { pages, activePage, currentPage: activePage, pageList: pageListAround(activePage, pages), total };
};

/**
 * Reads one page of a long list. A page in the later half is read from the other end, so that the last page costs what
 * the first one does; beyond the last page there are no rows. `filter` and `sort` need an index.
 */
export const createPageReader = (clock: Clock) => {
  const kept = new Map<string, { total: number; until: number }>();

  const count = async <D extends Document>(dbSession: DbSession, { collection, filter, options }: Question<D>) => {
    const key = `${collection.collectionName} ${JSON.stringify(filter)}`;
    const known = kept.get(key);
    if (known && known.until > clock.now()) return known.total;
    kept.delete(key);
    const total = await collection.countDocuments(filter, {
      session: dbSession,
      ...(options?.hint ? { hint: options.hint } : {}),
    });
    if (total > quicklyCounted) kept.set(key, { total, until: clock.now() + keptForMs });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return total;
  };

  return async <D extends Document>(dbSession: DbSession, question: Question<D>) => {
    const { collection, filter, sort, page, rowsPerPage, options } = question;
    const total = await count(dbSession, question);
    const first = (page - 1) * rowsPerPage;
    const length = Math.min(rowsPerPage, total - first);
    const figures = pagedFigures(total, page, rowsPerPage);
    if (length <= 0) return { rows: [] as WithId<D>[], figures };

    const fromTheEnd = total - first - length;
    const backwards = fromTheEnd < first;
    const order = backwards ? Object.fromEntries(Object.entries(sort).map(([field, way]) => [field, -way])) : sort;
    const rows = await collection
      .find(filter, { session: dbSession, ...options })
      .sort(order as Record<string, 1 | -1>)
      .skip(backwards ? fromTheEnd : first)
      .limit(length)
      .toArray();
    return { rows: backwards ? rows.reverse() : rows, figures };
  };
};
export type PageReader = ReturnType<typeof createPageReader>;
