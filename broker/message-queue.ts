import { within } from "#shared/http/within.ts";

/** More messages of one connection than this never wait: a client that sends on without a PUBACK is ended. */
export const maxWaiting = 1_000;
export const maxWaitingBytes = 4_194_304;

/** The memory that all connections' waiting messages share. */
export const createMessageMemory = (maxBytes: number) => {
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
type MessageMemory = ReturnType<typeof createMessageMemory>;

/**
 * Hands the messages of one connection on in their order and answers them in their order. They are in progress together,
 * so that they can be stored together. The state of a lock (`waits`) is handed on once all other messages before it are
 * stored, because it may be about them. Nothing waits for the state of a lock to be stored: that may rest. The first
 * failure ends the queue: each message behind it rejects as well, and the unit repeats them after reconnecting.
 */
export const createMessageQueue = (ms: number, memory: MessageMemory) => {
  /** Resolves when all up to now are answered. */
  let last: Promise<void> = Promise.resolve();
  /** Resolves when all up to now that did not wait are stored. */
  let before: Promise<void> = last;
  let waiting = 0;
  let waitingBytes = 0;
  let over = false;

  const started = async (behind: Promise<void> | null, work: () => Promise<void>) => {
    await behind;
    await within(ms, "Storing a message", work());
  };
  const answered = async (earlier: Promise<void>, mine: Promise<void>, bytes: number) => {
    try {
      await earlier;
      await mine;
    } catch (error) {
      over = true;
      throw error;
    } finally {
      waiting -= 1;
      waitingBytes -= bytes;
      memory.leave(bytes);
    }
  };

  return {
    /** Rejects when `work` fails or is late, when something before it did, or when too much waits already. */
    add: (waits: boolean, work: () => Promise<void>, bytes: number): Promise<void> => {
      if (over) return Promise.reject(new Error("an earlier message of this connection was not stored"));
      if (waiting >= maxWaiting || waitingBytes + bytes > maxWaitingBytes) {
        return Promise.reject(new Error("too many messages wait for their turn"));
      }
      if (!memory.take(bytes)) return Promise.reject(new Error("too many messages of all units wait to be stored"));
      waiting += 1;
      waitingBytes += bytes;
      const mine = started(waits ? before : null, work);
      mine.catch(() => undefined);
      // Without a value: each would keep the value of the one before, as long as the connection stands.
      if (!waits) before = Promise.all([before, mine]).then(() => undefined);
      before.catch(() => undefined);
      last = answered(last, mine, bytes);
      last.catch(() => undefined);
      return last;
    },
  };
};
export type MessageQueue = ReturnType<typeof createMessageQueue>;
