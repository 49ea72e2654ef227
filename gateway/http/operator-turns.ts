import type { ObjectId } from "mongodb";
import pLimit, { type LimitFunction } from "p-limit";
import { DomainError } from "#shared/http/domain-error.ts";

/** A console with ten tabs that load again at once waits for some tens of milliseconds. */
export const callsAtOnce = 16;
/**
 * Calls that change something: as many as the console sends for several rows. A process does 32 transactions at once,
 * in their order: a few scripts would else keep everybody's changes waiting.
 */
export const writesAtOnce = 4;
/** Batches of some hundred rows of lists that are being sent: they are made on the thread that answers everybody. */
export const piecesAtOnce = 1;

/**
 * At most `atOnce` calls of one operator or sign-in, or pieces of their lists, are worked on at once, the others in
 * their order: a script, or the thief of a token, keeps neither colleagues nor machines waiting. A call whose answer is
 * read while it is sent counts until `sent` resolves. Throws `unavailable` if a call's turn comes later than `waitMs`
 * (milliseconds): it was answered so already, and nothing of it is done.
 */
export const createOperatorTurns = (atOnce: number, waitMs = Number.POSITIVE_INFINITY) => {
  // Those who call just now.
  const callers = new Map<string, { limit: LimitFunction; calls: number }>();
  return <T>(caller: ObjectId, work: () => Promise<T>, sent?: (answer: T) => Promise<void>): Promise<T> => {
    const id = caller.toHexString();
    const known = callers.get(id) ?? { limit: pLimit(atOnce), calls: 0 };
    known.calls += 1;
    callers.set(id, known);
    const requestedAt = performance.now();
    return new Promise((resolve, reject) => {
      const turn = async () => {
        if (performance.now() - requestedAt > waitMs)
          throw new DomainError("unavailable", "Too many calls of yours are under way; try again shortly");
        const answer = await work();
        resolve(answer);
        await sent?.(answer);
      };
      known
        .limit(turn)
        .catch(reject)
        .finally(() => {
          known.calls -= 1;
          if (known.calls === 0) callers.delete(id);
        });
    });
  };
};
export type OperatorTurns = ReturnType<typeof createOperatorTurns>;
