import * as z from "zod";

/** A list of more machines is not answered whole: it is searched, ordered and counted by the server, page by page. */
export const mostWhole = 2_000;

/** Of such a page: of each row two rooms are joined, and a join names at most 50. */
export const rowsPerLongPage = 25;

const ids = new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${rowsPerLongPage - 1}}$`);
/** Rows of a page by their ids, which are followed as they change. */
export const RowIds = z.string().regex(ids, `must be at most ${rowsPerLongPage} ids, separated by commas`);

/** Each of these orders, and the other way round. */
export const bothWays = <S extends string>(sorts: readonly S[]): (S | `-${S}`)[] =>
  sorts.flatMap((sort): (S | `-${S}`)[] => [sort, `-${sort}`]);
