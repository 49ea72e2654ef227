interface Patience {
  /** In milliseconds, as `interval`. */
  timeout?: number;
  /** The longest pause between two tries: the first ones are shorter. Without it, as long as `restful` says. */
  interval?: number;
}

/**
 * A check costs a processor as much as the work that is awaited: a long wait checks less often, and ends at most a
 * twentieth late.
 */
const restful = (waited: number): number => Math.min(Math.max(waited / 20, 10), 200);

// The real ones, also where a test stops the clock.
const after = globalThis.setTimeout;
const now = performance.now.bind(performance);

/**
 * Repeats `check` until it no longer throws, and returns its result. After 30 s it throws what the check threw last:
 * long enough that no test fails because the machine is busy, and below every test's own limit in vitest.config.ts.
 */
export const eventually = async <T>(
  check: () => T | Promise<T>,
  { timeout = 30_000, interval }: Patience = {},
): Promise<T> => {
  const began = now();
  for (let pause = 1; ; pause = Math.min(2 * pause, interval ?? restful(now() - began))) {
    try {
      return await check();
    } catch (error) {
      if (now() - began > timeout) throw error;
    }
    await new Promise<void>((resolve) => after(resolve, pause));
  }
};

/** Waits until `check` returns something; fails with `what` after `ms`. */
export const until = <T>(what: string, check: () => T | Promise<T>, ms = 30_000): Promise<NonNullable<T>> =>
  eventually(
    async () => {
      const found = await check();
      if (!found) throw new Error(`waited in vain for: ${what}`);
      return found;
    },
    { timeout: ms },
  );
