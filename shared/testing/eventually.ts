interface Patience {
  /** In milliseconds, as `interval`, the longest pause between two tries: the first ones are shorter. */
  timeout?: number;
  interval?: number;
}

// The real ones, also where a test holds time still.
const after = globalThis.setTimeout;
const now = performance.now.bind(performance);

/**
 * Repeats `check` until it no longer throws, and gives what it gives. After 30 s it throws what the check threw last:
 * so long that no test fails because the machine is busy, and below every test's own limit in vitest.config.ts.
 */
export const eventually = async <T>(
  check: () => T | Promise<T>,
  { timeout = 30_000, interval = 25 }: Patience = {},
): Promise<T> => {
  const end = now() + timeout;
  for (let pause = 1; ; pause = Math.min(2 * pause, interval)) {
    try {
      return await check();
    } catch (error) {
      if (now() > end) throw error;
    }
    await new Promise<void>((resolve) => after(resolve, pause));
  }
};

/** Waits until `check` gives something; fails with `what` after so many milliseconds. */
export const until = <T>(what: string, check: () => T | Promise<T>, ms = 30_000): Promise<NonNullable<T>> =>
  eventually(
    async () => {
      const found = await check();
      if (!found) throw new Error(`waited in vain for: ${what}`);
      return found;
    },
    { timeout: ms, interval: 10 },
  );
