import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { TransactionType } from "./transaction-ledger.schema.ts";

/**
 * A row of the transaction ledger. The gateway writes it together with its cause and nobody changes it: what became of
 * the command is read from its session.
 */
export interface TransactionLedgerDocument {
  /** The session's; of a return the transaction's. */
  _id: ObjectId;
  /** When its cause was written. */
  at: Date;
  type: TransactionType;
  /** The customer's transaction's id, else the command's. */
  transactionId: string;
  /** What it is found by: both of them, where it has both. */
  ids: string[];
  /** The customer, else the operator who requested it; null where nobody did. */
  user: ObjectId | null;
  machine: ObjectId;
  vendingMachineId: string;
  /** Labels as they were, as the id of the machine was. */
  containers: string[];
  /** Null of a return. */
  session: ObjectId | null;
  /** The customer's transaction. */
  canTransaction: ObjectId | null;
}

export const transactionLedger = {
  transactionLedger: collection<TransactionLedgerDocument>({
    indexes: [
      { name: "at", key: { at: 1, _id: 1 } },
      { name: "machineAt", key: { machine: 1, at: 1, _id: 1 } },
      { name: "userAt", key: { user: 1, at: 1, _id: 1 } },
      { name: "typeAt", key: { type: 1, at: 1, _id: 1 } },
      { name: "idsAt", key: { ids: 1, at: 1, _id: 1 } },
    ],
  }),
};
