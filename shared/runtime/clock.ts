/** The one source of time on the server; tests hand in one that they move. Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/**
 * Whether less than `ms` have passed from one moment to a later one. False where the first is in the future: it was taken
 * before MongoDB's clock was set back. All in milliseconds.
 */
export const isWithin = (ms: number, at: number, now: number): boolean => at <= now && now - at < ms;

export const systemClock: Clock = { now: () => Date.now() };

/** A clock for tests: it stands still until it is moved. */
export const createMovableClock = (start: number) => {
  let now = start;
  return {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
};
