import type { ObjectId } from "mongodb";
import type { SessionDocument } from "../control-units/command.document.server.ts";
import { namesContainers } from "../control-units/control-unit.rules.ts";
import type { CommandType } from "../events/machine-topics.ts";
import type { CanTransactionDocument } from "../transactions/transaction.document.server.ts";
import type { TransactionLedgerDocument } from "./transaction-ledger.document.server.ts";
import type { TransactionType } from "./transaction-ledger.schema.ts";

/** A customer's can, where a session is to open its container. */
export type CommandedCan = Pick<CanTransactionDocument, "_id" | "transactionId" | "user">;
type Commanded = Pick<SessionDocument, "_id" | "createdAt" | "type" | "commandId" | "machine" | "vendingMachineId">;

/** What a command is called in the ledger. An operator who opens a container without a customer tries it out. */
export const typeOfCommand = (command: CommandType, isForCustomer: boolean): TransactionType => {
  if (isForCustomer) return "open";
  return command === "stock-update" ? "stock" : "test";
};

/**
 * What the transaction ledger says of a command; written with its session. `operator` is the requester where it is for
 * no customer; `labels` are those of its containers.
 */
export const commandRowOf = (
  { _id, createdAt, type, commandId, machine, vendingMachineId }: Commanded,
  labels: readonly string[],
  by: { can: CommandedCan | null; operator: ObjectId | null },
): TransactionLedgerDocument => {
  const { can, operator } = by;
  return {
    _id,
    at: createdAt,
    type: typeOfCommand(type, can !== null),
    transactionId: can?.transactionId ?? commandId,
    ids: can ? [can.transactionId, commandId] : [commandId],
    user: can?.user ?? operator,
    machine,
    vendingMachineId,
    containers: namesContainers(type) ? [...labels] : [],
    session: _id,
    canTransaction: can?._id ?? null,
  };
};

/** Its row for a returned can: no machine takes part, so there is no session. */
export const returnRowOf = (can: CanTransactionDocument, at: Date): TransactionLedgerDocument => ({
  _id: can._id,
  at,
  type: "return",
  transactionId: can.transactionId,
  ids: [can.transactionId],
  user: can.user,
  machine: can.machine,
  vendingMachineId: can.vendingMachineId,
  containers: [can.containerId],
  session: null,
  canTransaction: can._id,
});
