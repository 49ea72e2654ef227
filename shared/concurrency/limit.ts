import pLimit from "p-limit";

/**
 * Does `work` for each item, at most `width` of them at a time, begun in their order. A failure does not stop the
 * others: resolves with all failures.
 */
export const eachLimited = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<unknown[]> => {
  const limit = pLimit(width);
  const ends = await Promise.allSettled(items.map((item) => limit(work, item)));
  return ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
};
