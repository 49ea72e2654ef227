import { rowsPerLongPage } from "#shared/http/long-lists.ts";
import { pageListAround } from "#shared/http/paging.ts";
import type { Range } from "./by-figure.ts";

export const rangeOfPage = (page: number, perPage = rowsPerLongPage): Range => ({
  from: (page - 1) * perPage,
  to: page * perPage,
});

/** The figures that a paged reply carries beside its rows. */
export const pageFigures = (page: number, total: number, perPage = rowsPerLongPage) => {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { pages, activePage: page, currentPage: page, pageList: pageListAround(Math.min(page, pages), pages), total };
};

/** Each typed word, in small letters. */
export const wordsOf = (typed = ""): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Rows in the order of the ids that a page was found with; one that is gone meanwhile is left out. */
export const inOrderOf = <Row extends { _id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] => {
  const rowById = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
};
