import { setTimeout as after } from "node:timers/promises";

/** Waits; false when `signal` ended the wait early, so that the caller leaves instead of going on. */
export const pause = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await after(Math.max(0, ms), undefined, { signal });
    return true;
  } catch {
    return false;
  }
};
