/**
 * A unit's time. It trusts no clock but the gateway's `time`, counted on with its monotonic clock: a command that
 * arrives late must not open a door. `clockAheadMs` makes the time that it writes into messages wrong, not the one
 * that it decides by.
 */
export const createMachineClock = (
  clockAheadMs: number,
  monotonicMs: () => number = () => performance.now(),
  ownClockMs: () => number = () => Date.now(),
) => {
  let told: { now: number; at: number } | null = null;

  /** Null before the first `time` of this power-up. */
  const now = (): number | null => told && told.now + (monotonicMs() - told.at);

  return {
    now,
    tell: (gatewayNowMs: number) => {
      told = { now: gatewayNowMs, at: monotonicMs() };
    },
    forget: () => {
      told = null;
    },
    /** The moment as the unit writes it into its messages. */
    stamp: (): string => {
      const ms = clockAheadMs === 0 ? (now() ?? ownClockMs()) : ownClockMs() + clockAheadMs;
      return new Date(ms).toISOString();
    },
  };
};
export type MachineClock = ReturnType<typeof createMachineClock>;
