import { DateBound, isDateRange } from "#shared/http/date-range.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { QueryText } from "../live/paged.ts";
import { serverDay } from "../ui/day/server-day.ts";
import type { Sort } from "../ui/table/table-list.ts";
import { writeSort } from "../ui/table/table-list.ts";

interface RequestedPage {
  filters: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, string[]>>;
  sort: Sort | null;
}

const turned = (sort: string) => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`);

/**
 * A day of a pasted link, which may be written in each way that the server reads (specification: Checks of dates):
 * fields, charts and comparisons have it as yyyy-mm-dd. Nothing where it is none.
 */
export const dayInLink = (given: string): string => {
  const { data = "" } = DateBound.safeParse(given);
  return data.length > 10 ? serverDay(Date.parse(data)) : data;
};

/** Both days, and in an order that makes a range; or neither. */
export const daysMakeRange = ({ startDate = "", endDate = "" }: Readonly<Record<string, string>>): boolean =>
  isDateRange(startDate, endDate);

/**
 * The page's query to the server. What a pasted link has and the list does not know is left out: the server would
 * refuse the whole query.
 */
export const queryOf = (list: AnyPagedList, { filters, columns, sort }: RequestedPage): QueryText => {
  const given: Record<string, string> = { ...filters };
  for (const id of Object.keys(list.columns)) given[id] = columns[id]?.[0] ?? "";
  const written = writeSort(sort);
  if (written === "" || written === list.byDefault) given[list.newestFirst] = "true";
  else if (written === turned(list.byDefault)) given[list.newestFirst] = "false";
  else given.sort = written;

  const unknown = new Set(list.query.safeParse(given).error?.issues.map(({ path: [key] }) => key));
  if (unknown.has("startDate") || unknown.has("endDate") || !daysMakeRange(filters)) {
    unknown.add("startDate").add("endDate");
  }
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value.trim() !== "" && !unknown.has(key)));
};
