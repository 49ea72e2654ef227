import * as z from "zod";
import { Digits } from "./fields.ts";

/** A list of more machines is not answered whole: it is searched, ordered and counted by the server, page by page. */
export const mostWhole = 2_000;

/** Rows of a page of such a list. A join names two rooms of each row, and a few of all (JoinRooms). */
export const rowsPerLongPage = 25;

const ids = new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${rowsPerLongPage - 1}}$`);
/** Rows of a page by their ids, which are followed as they change. */
export const RowIds = z.string().regex(ids, `must be at most ${rowsPerLongPage} ids, separated by commas`);

/** With it a list of more records than this answers how many there are, and none of them. */
export const UpTo = z.object({ upTo: Digits.optional() });

/** Each of these orders, and the other way round. */
export const bothWays = <S extends string>(sorts: readonly S[]): (S | `-${S}`)[] =>
  sorts.flatMap((sort): (S | `-${S}`)[] => [sort, `-${sort}`]);
