const firstMs = 1_000;
const longestMs = 20_000;

/**
 * Tries again by itself, later after each failure and never when all others do: somewhere in the second half of a span
 * that begins with 1 s and doubles up to 20 s.
 */
export const createTries = (again: () => void) => {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    failed: (): void => {
      clearTimeout(timer);
      const span = Math.min(firstMs * 2 ** failures, longestMs);
      failures += 1;
      timer = setTimeout(again, span * (0.5 + Math.random() / 2));
    },
    succeeded: (): void => {
      clearTimeout(timer);
      failures = 0;
    },
    /** What was planned is not done; how often it failed is remembered. */
    cancel: (): void => clearTimeout(timer),
  };
};
