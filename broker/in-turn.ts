import { within } from "#shared/http/within.ts";

/** More messages of one connection than this never wait: who sends on without a PUBACK is ended. */
const maxWaiting = 1_000;

/**
 * Handles the messages of one connection one after another, so that their PUBACKs leave in order and a later state
 * is never stored before an earlier one. The first failure ends the line: what waits behind it rejects as well, and
 * the unit says it again after reconnecting.
 */
export const createTurns = (ms: number) => {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let over = false;

  const turn = async (before: Promise<void>, work: () => Promise<void>) => {
    try {
      await before;
      await within(ms, "Storing a message", work());
    } catch (error) {
      over = true;
      throw error;
    } finally {
      waiting -= 1;
    }
  };

  return {
    /** Rejects when `work` fails or is late, when something before it did, or when too much waits already. */
    add: (work: () => Promise<void>): Promise<void> => {
      if (over) return Promise.reject(new Error("an earlier message of this connection was not stored"));
      if (waiting >= maxWaiting) return Promise.reject(new Error("too many messages wait for their turn"));
      waiting += 1;
      last = turn(last, work);
      last.catch(() => undefined);
      return last;
    },
  };
};
export type Turns = ReturnType<typeof createTurns>;
