import * as z from "zod";
import { line } from "../http/fields.ts";

export const mostViewsOfAList = 20;
/** Views that one operator may keep, all in one document. */
export const mostViews = 400;

/** A kept view must not store by whom a list is filtered: it leaves these filters out; a link has them. */
const unkeptFilters = ["phone", "email", "userId", "user"] as const;

/** Whether a filter of a list, or of the head of its table, says whom the list is about. */
export const isOfPerson = (filter: string): boolean =>
  unkeptFilters.some((name) => filter === name || filter === `in.${name}`);

const isUnkept = (filter: string): boolean => filter === "page" || isOfPerson(filter);

/** What of an address a view keeps: filters, head filters and order, without the page and without persons. */
export const keptQuery = (search: string): string => {
  const params = new URLSearchParams(search);
  for (const name of [...params.keys()].filter(isUnkept)) params.delete(name);
  return params.toString();
};
const isKept = (query: string): boolean => ![...new URLSearchParams(query).keys()].some(isUnkept);

/** The list's page, as its address calls it: "orders", "cans-in-stock". */
export const ListName = z.string().regex(/^[a-z][a-z-]{0,39}$/, "must be a list's page");

export const ListView = z
  .object({
    name: line(40),
    /** As the list's address holds it: `status=processing&sort=-time`. */
    query: z.string().max(1_000, "must be at most 1000 characters").refine(isKept, "must not name a person or a page"),
  })
  .meta({ id: "ListView" });
export type ListView = z.infer<typeof ListView>;
