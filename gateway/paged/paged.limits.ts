/** Limits for lists that are cut into pages. */
export const pagedLimits = {
  /** A page of a list that lies further inside, seen from its nearer end, is refused: narrow the filter. */
  rowsSkipped: 100_000,
};
