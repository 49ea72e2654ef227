import { vi } from "vitest";

interface Patience {
  /** In milliseconds, as `interval`. */
  timeout?: number;
  interval?: number;
}

/**
 * Repeats `check` until it no longer throws, and gives what it gives. After 30 s it throws what the check threw last:
 * so long that no test fails because the machine is busy, and below every test's own limit in vitest.config.ts.
 */
export const eventually = <T>(
  check: () => T | Promise<T>,
  { timeout = 30_000, interval = 20 }: Patience = {},
): Promise<T> => vi.waitFor(check, { timeout, interval });
