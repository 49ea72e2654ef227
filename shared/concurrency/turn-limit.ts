import { createFairQueue } from "./fair-queue.ts";

/**
 * Lets `perTurn` calls pass in one turn of the event loop; the others pass in the turns after it, those of one caller
 * in their order, and the callers by turns. Hundreds that arrive at one moment then cost many short turns, what arrives
 * between (a unit's message) is processed meanwhile, and a caller with thousands keeps no other one waiting. Returns
 * undefined if the call passes at once.
 */
export const createTurnLimit = (perTurn: number): ((caller: string) => Promise<void> | undefined) => {
  const queue = createFairQueue<() => void>();
  let passed = 0;
  const begin = (): void => {
    const next = queue.takeGroup(perTurn);
    queue.release(new Set(next.map(({ line }) => line)));
    passed = next.length;
    if (passed > 0) setImmediate(begin);
    for (const { item: pass } of next) pass();
  };
  return (caller) => {
    if (passed === perTurn) return new Promise<void>((pass) => queue.add(caller, 1, pass));
    if (passed === 0) setImmediate(begin);
    passed += 1;
    return undefined;
  };
};
