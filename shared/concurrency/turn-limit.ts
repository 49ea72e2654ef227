import pLimit from "p-limit";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Lets so many callers pass in one turn of the event loop; the others pass in the turns after it, in their order.
 * Hundreds that arrive in one moment then cost many short turns, and what arrives between (a unit's message) is
 * processed meanwhile. Undefined where the caller passes at once.
 */
export const createTurnLimit = (perTurn: number): (() => Promise<void> | undefined) => {
  const limit = pLimit(perTurn);
  return () => {
    if (limit.activeCount < perTurn && limit.pendingCount === 0) {
      void limit(nextTurn);
      return undefined;
    }
    return new Promise<void>((resolve) => {
      void limit(() => {
        resolve();
        return nextTurn();
      });
    });
  };
};
