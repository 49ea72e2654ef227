import { setMaxListeners } from "node:events";
import { setTimeout as after } from "node:timers/promises";

/** Waits; false when `signal` ended the wait early, so that the caller leaves instead of going on. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<boolean> => {
  // Many doors wait on one power-up: that is no leak, each wait takes its listener away again.
  if (signal) setMaxListeners(0, signal);
  try {
    await after(Math.max(0, ms), undefined, { signal });
    return true;
  } catch {
    return false;
  }
};
