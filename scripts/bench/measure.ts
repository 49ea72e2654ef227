const bucketsPerMs = 10;
const longestMs = 60_000;

/** Counts durations in tenths of a millisecond: a million of them take no more room than one. */
export const createHistogram = (durations: Iterable<number> = []) => {
  const buckets = new Uint32Array(longestMs * bucketsPerMs + 1);
  let count = 0;
  let longest = 0;
  const add = (ms: number): void => {
    const place = Math.min(buckets.length - 1, Math.max(0, Math.round(ms * bucketsPerMs)));
    buckets[place] = (buckets[place] ?? 0) + 1;
    count += 1;
    longest = Math.max(longest, ms);
  };
  for (const ms of durations) add(ms);
  return {
    add,
    count: () => count,
    longest: () => longest,
    /** The duration that a share of all did not exceed; `share` is 0 to 1. NaN of nothing. */
    quantile: (share: number): number => {
      let left = Math.ceil(count * share);
      for (const [tenths, many] of buckets.entries()) {
        left -= many;
        if (count > 0 && left <= 0) return tenths / bucketsPerMs;
      }
      return Number.NaN;
    },
  };
};
export type Histogram = ReturnType<typeof createHistogram>;

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** How much may come between the second and the last fifth of a run before memory counts as growing. */
const tolerable = 1.1;

/** `of` a fifth beside that of another; the first fifth is left out, because caches fill and code is compiled there. */
const fifths = (bytes: readonly number[], of: (some: readonly number[]) => number) => {
  const fifth = Math.max(1, Math.floor(bytes.length / 5));
  const early = of(bytes.slice(fifth, 2 * fifth));
  const late = of(bytes.slice(-fifth));
  return { early, late, isFlat: late <= early * tolerable };
};

/** Whether memory stays where it is: the median of the last fifth beside that of the second. */
export const memoryVerdict = (bytes: readonly number[]) => fifths(bytes, median);

/**
 * The same of a heap's use: what it falls back to when it is collected. What is held for good shows there, and not how
 * long V8 waits before it collects.
 */
export const heapVerdict = (used: readonly number[]) => fifths(used, (some) => Math.min(...some));
