import * as z from "zod";
import { Digits } from "./fields.ts";

/** Rows on one page of a paged list (specification: Constants). */
export const rowsPerPage = 50;
export const usersPerPage = 10;

/** `page` as it stands in a query: a whole number from 1; anything else is refused. */
export const Page = Digits.pipe(z.number().min(1, "must be at least 1")).default(1);

/** The fields that a paged reply carries beside its rows. */
export const pagedReply = {
  pages: z.number().int(),
  activePage: z.number().int(),
  pageList: z.array(z.number().int()),
  currentPage: z.number().int(),
  total: z.number().int(),
};

/** Up to seven page numbers around the active one, kept inside 1 to `pages`. */
export const pageListAround = (activePage: number, pages: number): number[] => {
  const first = Math.max(1, Math.min(activePage - 3, pages - 6));
  return Array.from({ length: Math.min(7, pages) }, (_, offset) => first + offset);
};
