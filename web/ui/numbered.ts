/** A row and its place in the list, from 1. */
export interface Numbered<R> {
  place: number;
  row: R;
}

const known = new WeakMap<object, Numbered<unknown>>();

/** The rows with their places; a row that kept its place keeps its identity, so that it is not drawn anew. */
export const numbered = <R extends object>(rows: readonly R[]): Numbered<R>[] =>
  rows.map((row, index) => {
    const before = known.get(row);
    if (before?.place === index + 1) return before as Numbered<R>;
    const now = { place: index + 1, row };
    known.set(row, now);
    return now;
  });
