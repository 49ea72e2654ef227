import pLimit from "p-limit";

/**
 * Does `work` for each item, at most `width` of them at a time. One that fails does not stop the others: what they
 * failed with is given back.
 */
export const sideBySide = async <T>(
  items: T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<unknown[]> => {
  const limit = pLimit(width);
  const ends = await Promise.allSettled(items.map((item) => limit(work, item)));
  return ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
};
