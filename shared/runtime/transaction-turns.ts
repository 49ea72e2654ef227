import type { ClientSession } from "mongodb";
import pLimit from "p-limit";

/** How transactions share a process. Times in milliseconds. */
export interface TransactionLimits {
  /** How many are under way. */
  atOnce: number;
  /** A caller that waited this long for a turn is refused. */
  waitMs: number;
  /**
   * A transaction that was requested longer ago is not tried again: it met conflicts, or a store that was away. Nor is
   * one stored that began to read so late.
   */
  tryMs: number;
}

/**
 * MongoDB ends a transaction after 10 s (docs/operations.md). A process that gets little processor time must not have
 * so many under way that none ends before that: all would begin again and again, and nothing be done.
 */
export const transactionLimits: TransactionLimits = { atOnce: 32, waitMs: 10_000, tryMs: 15_000 };

/** This process has too much to do; nothing of this was begun, or all of it was rolled back. */
export class TransactionsBusyError extends Error {
  override name = "TransactionsBusyError";
}

type Answered = Pick<ClientSession, "advanceOperationTime">;
const firstAnswers = new WeakMap<Answered, number>();

/** Notes when each try has its first answer; to be called once for a session. The driver calls this for every answer. */
export const noteFirstAnswers = (dbSession: Answered): void => {
  const advance = dbSession.advanceOperationTime.bind(dbSession);
  dbSession.advanceOperationTime = (time) => {
    if (!firstAnswers.has(dbSession)) firstAnswers.set(dbSession, performance.now());
    advance(time);
  };
};
/** To be called as a try begins. */
export const forgetFirstAnswer = (dbSession: Answered): void => {
  firstAnswers.delete(dbSession);
};
/**
 * When this try of a transaction had its first answer, by the process's own clock in milliseconds; undefined before. It
 * reads what was stored until then, and meets a conflict where somebody changes after it what it writes.
 */
export const firstAnswerOf = (dbSession: Answered): number | undefined => firstAnswers.get(dbSession);

/**
 * Gives each transaction its turn, in the order in which they came. `run` is called when it has come, with `mayTry`, which
 * every try calls first, and at its end with when it had its first answer. Both throw TransactionsBusyError. No
 * transaction may wait for another one inside its turn.
 */
export const createTransactionTurns = ({ atOnce, waitMs, tryMs }: TransactionLimits) => {
  const turns = pLimit(atOnce);
  return <T>(run: (mayTry: (at?: number) => void) => Promise<T>): Promise<T> => {
    const requestedAt = performance.now();
    return turns(() => {
      const began = performance.now();
      if (began - requestedAt > waitMs)
        throw new TransactionsBusyError(`waited ${Math.round(began - requestedAt)} ms for its turn`);
      return run((at = performance.now()) => {
        const tried = at - requestedAt;
        if (tried > tryMs) throw new TransactionsBusyError(`was not done within ${Math.round(tried)} ms`);
      });
    });
  };
};
