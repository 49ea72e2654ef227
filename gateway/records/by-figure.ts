export interface Range {
  from: number;
  to: number;
}

/**
 * Some records in the order of their figures, the least first; what is alike keeps its order. Only what stands near the
 * page is compared by more than its figure: a hundred thousand take some 20 ms.
 */
export const byFigures = <R>(found: readonly R[], figures: Float64Array, { from, to }: Range): R[] => {
  const sorted = figures.slice().sort();
  const [low, high] = [sorted[from], sorted[Math.min(to, sorted.length) - 1]];
  if (low === undefined || high === undefined) return [];
  let before = 0;
  const near: number[] = [];
  figures.forEach((figure, at) => {
    if (figure < low) before += 1;
    else if (figure <= high) near.push(at);
  });
  const figureAt = (at: number) => figures[at] ?? 0;
  near.sort((a, b) => (figureAt(a) === figureAt(b) ? a - b : figureAt(a) - figureAt(b)));
  return near.slice(from - before, to - before).flatMap((at) => found[at] ?? []);
};

/** The same by a figure of each, in either direction; what has none stands last in both. */
export const byFigure = <R>(
  found: readonly R[],
  figureOf: (of: R) => number | null,
  way: 1 | -1,
  range: Range,
): R[] => {
  const figures = Float64Array.from(found, (one) => {
    const figure = figureOf(one);
    return figure === null ? Number.POSITIVE_INFINITY : way * figure;
  });
  return byFigures(found, figures, range);
};
