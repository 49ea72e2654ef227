import type * as z from "zod";
import { DomainError } from "../http/domain-error.ts";
import { isOfPerson } from "../list-views/list-view.schema.ts";
import type { ReportedList } from "./report.schema.ts";
import { reportedLists } from "./reported-lists.ts";

export type QueryOf<N extends ReportedList> = z.output<(typeof reportedLists)[N]["list"]["query"]>;

/** Whole lists have no pages. */
const ofPages = ["page", "download"];

/** The query that a report's filters are. Throws `invalid` naming the one that is wrong or unknown. */
export const reportQuery = <N extends ReportedList>(name: N, filters: Record<string, string>): QueryOf<N> => {
  const { query } = reportedLists[name].list;
  const unknown = Object.keys(filters).find((key) => !Object.hasOwn(query.shape, key) || ofPages.includes(key));
  if (unknown !== undefined) throw new DomainError("invalid", `${unknown}: is no filter of this list`);
  const parsed = query.safeParse(filters);
  if (parsed.success) return parsed.data as QueryOf<N>;
  const [issue] = parsed.error.issues;
  throw new DomainError("invalid", `${issue?.path.join(".")}: ${issue?.message}`);
};

const isId = (value: string) => /^[0-9a-f]{24}$/.test(value);

/** Filters as the audit keeps them: a report of one customer is known to be that, and not of whom, but by id. */
export const withoutPerson = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const namesPerson = isOfPerson(name) && value !== "" && !isId(value);
      return [name, namesPerson ? `[${name}]` : value];
    }),
  );
