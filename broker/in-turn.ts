import { within } from "#shared/http/within.ts";

/** More messages of one connection than this never wait: who sends on without a PUBACK is ended. */
const maxWaiting = 1_000;
const maxWaitingBytes = 4_194_304;

/** The memory that all connections' waiting messages share. */
export const createWaitingRoom = (maxBytes: number) => {
  let taken = 0;
  return {
    /** False when it is full. */
    take: (bytes: number): boolean => {
      if (taken + bytes > maxBytes) return false;
      taken += bytes;
      return true;
    },
    leave: (bytes: number): void => {
      taken -= bytes;
    },
  };
};
export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/**
 * Handles the messages of one connection one after another, so that their PUBACKs leave in order and a later state
 * is never stored before an earlier one. The first failure ends the line: what waits behind it rejects as well, and
 * the unit says it again after reconnecting.
 */
export const createTurns = (ms: number, room: WaitingRoom) => {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let waitingBytes = 0;
  let over = false;

  const turn = async (before: Promise<void>, work: () => Promise<void>, bytes: number) => {
    try {
      await before;
      await within(ms, "Storing a message", work());
    } catch (error) {
      over = true;
      throw error;
    } finally {
      waiting -= 1;
      waitingBytes -= bytes;
      room.leave(bytes);
    }
  };

  return {
    /** Rejects when `work` fails or is late, when something before it did, or when too much waits already. */
    add: (work: () => Promise<void>, bytes: number): Promise<void> => {
      if (over) return Promise.reject(new Error("an earlier message of this connection was not stored"));
      if (waiting >= maxWaiting || waitingBytes + bytes > maxWaitingBytes) {
        return Promise.reject(new Error("too many messages wait for their turn"));
      }
      if (!room.take(bytes)) return Promise.reject(new Error("too many messages of all units wait to be stored"));
      waiting += 1;
      waitingBytes += bytes;
      last = turn(last, work, bytes);
      last.catch(() => undefined);
      return last;
    },
  };
};
export type Turns = ReturnType<typeof createTurns>;
