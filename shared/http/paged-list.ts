import * as z from "zod";
import { DateBound } from "./date-range.ts";
import { QueryFlag, text } from "./fields.ts";
import { Page, pagedReply, rowsPerPage as usual } from "./paging.ts";

/**
 * Filters that several lists have, under their keys (specification: Calls). Each reads a text; an empty one is no
 * filter.
 */
export const dateRange = { startDate: DateBound, endDate: DateBound };
/** The database id or the vendingMachineId; 'all' is no filter. */
export const MachineFilter = text(64).transform((named) => (named === "all" ? undefined : named));
/** Exactly this number. */
export const PhoneFilter = text(20);

/** A column is filtered by its whole value, or by how it begins. */
type ColumnFilter = "equals" | "begins";
const ColumnText = text(64);

type Filter = z.ZodType<unknown, string>;
const filled = <T extends Filter>(filter: T) =>
  z
    .string()
    .trim()
    .transform((text) => (text === "" ? undefined : text))
    .pipe(filter.optional())
    .optional();
type Filled<T extends Filter> = ReturnType<typeof filled<T>>;
const EmptyFlag = z.union([QueryFlag, z.literal("").transform(() => undefined)]).optional();

/** The keys of a query that every paged list has. */
const everyList = { page: Page, latest: EmptyFlag, days: EmptyFlag, download: QueryFlag.default(false) };

type Filters = Record<string, Filter>;
type Columns = Record<string, ColumnFilter>;
type Sorted<S extends string> = S | `-${S}`;

interface Declaration<F extends Filters, S extends string, C extends Columns> {
  /** Those of the form above the list. */
  filters: F;
  /** Columns that the server sorts by; each has its index. */
  sorts: readonly S[];
  /** "-time" is the newest first. `latest` or `days` false turns it round. */
  byDefault: Sorted<S>;
  /** Columns that the server filters by; each has its index. */
  columns: C;
  rowsPerPage?: number;
  /** The name under which a page requests the newest first; both are read. */
  newestFirst?: "latest" | "days";
}

/**
 * A paged list, declared once beside its endpoint and read by both sides: the query that the gateway parses, and the
 * address, form, sort and filters of the page. `sort` and column filters are further query keys
 * (specification: Lists and pages); `download` true answers every row on one page.
 */
export const pagedList = <const F extends Filters, const S extends string, const C extends Columns>(
  declaration: Declaration<F, S, C>,
) => {
  const { filters, sorts, columns, rowsPerPage = usual, newestFirst = "latest" } = declaration;
  const taken = [...Object.keys(everyList), "sort", ...Object.keys(filters)];
  const twice = Object.keys(columns).find((column) => taken.includes(column));
  if (twice) throw new Error(`${twice} is a filter already: its column needs another name`);

  const filterShape = Object.fromEntries(Object.entries(filters).map(([key, filter]) => [key, filled(filter)]));
  const columnShape = Object.fromEntries(Object.keys(columns).map((key) => [key, filled(ColumnText)]));
  const ways = sorts.flatMap((sort): Sorted<S>[] => [sort, `-${sort}`]);
  const Sort = z.enum(["", ...ways], { error: `must be one of ${ways.join(", ")}` });
  const query = z.object({
    ...everyList,
    sort: Sort.transform((sort) => (sort === "" ? undefined : (sort as Sorted<S>))).optional(),
    ...(filterShape as { [K in keyof F]: Filled<F[K]> }),
    ...(columnShape as { [K in keyof C]: Filled<typeof ColumnText> }),
  });
  return { ...declaration, rowsPerPage, newestFirst, query };
};

/** What every paged list is, for code that handles them all alike. */
export interface AnyPagedList {
  filters: Filters;
  sorts: readonly string[];
  byDefault: string;
  columns: Columns;
  rowsPerPage: number;
  newestFirst: "latest" | "days";
  query: z.ZodObject<z.ZodRawShape>;
}

/** The reply of a paged list: its rows under their own name, and the figures of the page. */
export const pageOf = <const K extends string, Row extends z.ZodType>(key: K, row: Row) =>
  z.object({ ...({ [key]: z.array(row) } as Record<K, z.ZodArray<Row>>), ...pagedReply });
