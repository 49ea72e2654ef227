import { createMutex } from "#shared/concurrency/mutex.ts";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";

/**
 * The calls of one customer, by phone or id, go one after another in this process. At once they would meet conflicts in
 * transactions whose turns others wait for, and reserve cans that others could buy. Throws TransactionsBusyError where
 * the turn comes more than `waitMs` (milliseconds) after the call: it was answered by then that it took too long, so
 * nothing of it is done, and no door opens late.
 */
export const createCustomerTurns = <R>(waitMs: number) => {
  const inTurn = createMutex<R>();
  return (customer: string, work: () => Promise<R>): Promise<R> => {
    const requestedAt = performance.now();
    return inTurn(customer, () => {
      const waited = Math.round(performance.now() - requestedAt);
      if (waited > waitMs) throw new TransactionsBusyError(`waited ${waited} ms for calls of the same customer`);
      return work();
    });
  };
};
