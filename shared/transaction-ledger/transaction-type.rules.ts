import type { CommandType } from "../events/machine-topics.ts";
import type { TransactionType } from "./transaction-ledger.schema.ts";

/** What a command is called in the ledger. An operator who opens a container without a customer tries it out. */
export const typeOfCommand = (command: CommandType, isForCustomer: boolean): TransactionType => {
  if (isForCustomer) return "open";
  return command === "stock-update" ? "stock" : "test";
};
