/** An answer that took longer than this leaves the clock ahead by up to as much: request it again soon. */
const promptMs = 2_000;

/**
 * A unit's time. It trusts no clock but the gateway's `time`, counted on with its monotonic clock: a command that
 * arrives late must not open a door. A `time` may have lain in a buffer as long as the command behind it, so it is
 * counted from the moment at which it was requested, by subscribing: the clock is never behind the gateway's, and ahead
 * by one round trip at most. `clockAheadMs` makes the time that the unit writes into messages wrong, not the one that
 * it decides by.
 */
export const createMachineClock = (
  clockAheadMs: number,
  monotonicMs: () => number = () => performance.now(),
  ownClockMs: () => number = () => Date.now(),
) => {
  let received: { now: number; at: number } | null = null;
  let requested: { at: number; granted: boolean } | null = null;
  let wasPrompt = true;

  /** Null before the first `time` of this power-up. */
  const now = (): number | null => received && received.now + (monotonicMs() - received.at);

  return {
    now,
    /** SUBSCRIBE is sent at this moment. */
    requestTime: () => {
      requested = { at: monotonicMs(), granted: false };
    },
    /** Its SUBACK is here: whatever `time` comes from now on was said after the SUBSCRIBE. */
    granted: () => {
      if (requested) requested.granted = true;
    },
    /** The first `time` after the SUBACK sets the clock; any other may only move it forward. */
    receive: (gatewayNowMs: number) => {
      const at = monotonicMs();
      if (requested?.granted) {
        const passed = at - requested.at;
        wasPrompt = passed <= promptMs;
        received = { now: gatewayNowMs + passed, at };
        requested = null;
        return;
      }
      const known = now();
      if (known !== null && gatewayNowMs > known) received = { now: gatewayNowMs, at };
    },
    /** False: the last answer took so long, or is still missing, that it is worth requesting again soon. */
    wasPrompt: () => wasPrompt && requested === null,
    forget: () => {
      received = null;
      requested = null;
    },
    /** The moment as the unit writes it into its messages. */
    stamp: (): string => {
      const ms = clockAheadMs === 0 ? (now() ?? ownClockMs()) : ownClockMs() + clockAheadMs;
      return new Date(ms).toISOString();
    },
  };
};
export type MachineClock = ReturnType<typeof createMachineClock>;
