import { LineError } from "./line.ts";
import { pause } from "./pause.ts";
import type { Random } from "./random.ts";

interface Attempts {
  /** Requests registration and waits; null where the provisioning key is not known. */
  requestRegistration: (() => Promise<void>) | null;
  knowsSecret: () => boolean;
  /** Runs with its own secret until the line ends. */
  speak: () => Promise<void>;
  /** How long the unit is still to stay away, in milliseconds; 0 or less is not at all. */
  awayMs: () => number;
  retryAfter: (failures: number) => number;
  become: (state: "connecting" | "refused" | "away") => void;
  stop: AbortSignal;
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** Longer after each failure and never the same for all: a gateway that comes back must not be stormed. */
export const retryAfterMs = (failures: number, random: Random): number => {
  const full = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 6));
  return full * random.between(0.5, 1);
};

/** Connects again and again until it is stopped, whatever happens on the way. */
export const keepConnected = async (attempts: Attempts): Promise<void> => {
  const { requestRegistration, knowsSecret, speak, awayMs, retryAfter, become, stop } = attempts;
  let failures = 0;
  let registerNext = false;
  while (!stop.aborted) {
    become("connecting");
    const register: Attempts["requestRegistration"] = registerNext || !knowsSecret() ? requestRegistration : null;
    try {
      await (register ? register() : speak());
      failures = 0;
      registerNext = false;
    } catch (error) {
      failures += 1;
      const refused = error instanceof LineError && error.refused;
      if (refused) become("refused");
      // A secret that no longer works may have been replaced: request the new one in between.
      registerNext = refused && !register;
    }
    if (awayMs() > 0) become("away");
    await pause(Math.max(awayMs(), retryAfter(failures)), stop);
  }
};
