/** A row and its place in the list, from 1. */
export interface Numbered<R> {
  place: number;
  row: R;
}

const knownOf = new WeakMap<object, Numbered<unknown>>();

/** The rows with their places behind `before` others; a row that kept its place keeps its identity, so that it is not drawn anew. */
export const numbered = <R extends object>(rows: readonly R[], before = 0): Numbered<R>[] =>
  rows.map((row, index) => {
    const place = before + index + 1;
    const known = knownOf.get(row);
    if (known?.place === place) return known as Numbered<R>;
    const now = { place, row };
    knownOf.set(row, now);
    return now;
  });
