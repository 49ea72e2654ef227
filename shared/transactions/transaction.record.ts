import { record } from "../events/record.ts";
import { CanTransactionRecord } from "./transaction.schema.ts";

export const transactionRecord = record({
  name: "transaction",
  collection: "canTransactions",
  view: CanTransactionRecord,
  key: "canTransaction",
  listKey: "transactions",
  lists: ["transactions"],
  room: "transaction",
  keepsBefore: false,
  words: { one: "transaction", many: "transactions", removed: "This transaction was removed" },
});
