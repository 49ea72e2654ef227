import pRetry from "p-retry";

/**
 * For guarded writes that nobody else makes up for at once: tried three times more, a second apart, while the store does
 * not take them and as long as `isWanted`. Rejects with the last failure.
 */
export const writtenAgain = <T>(write: () => Promise<T>, isWanted: () => boolean): Promise<T> =>
  pRetry(write, { retries: 3, minTimeout: 1_000, factor: 1, shouldRetry: isWanted });
