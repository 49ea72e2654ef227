import type { CanTransaction, CanTransactionRecord } from "#shared/transactions/transaction.schema.ts";
import { newer } from "../live/records.ts";

/** What was told of a transaction that is shown. News names customer and machine by their ids, which never change. */
export const withTold = (known: CanTransaction, told: CanTransactionRecord): CanTransaction =>
  newer<CanTransactionRecord>(known, told) === known
    ? known
    : { ...told, user: known.user, vendingMachine: known.vendingMachine };
