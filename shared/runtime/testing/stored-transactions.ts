import { ObjectId } from "mongodb";
import type { ContainerDocument, MachineDocument } from "../../machines/machine.document.server.ts";
import type { TransactionLedgerDocument } from "../../transaction-ledger/transaction-ledger.document.server.ts";
import type { CanTransactionDocument } from "../../transactions/transaction.document.server.ts";
import type { UserDocument } from "../../users/people.document.server.ts";
import { word } from "./stored-records.ts";

/** A can whose container was to be opened, of which nothing is known and nothing is awaited; without a deposit. */
export const aTransaction = (
  user: Pick<UserDocument, "_id">,
  machine: Pick<MachineDocument, "_id" | "vendingMachineId">,
  options: Partial<CanTransactionDocument> & { of?: Pick<ContainerDocument, "_id" | "label" | "product"> } = {},
): CanTransactionDocument => {
  const { of, ...fields } = options;
  const { time = new Date() } = fields;
  return {
    _id: new ObjectId(),
    transactionId: word("CT"),
    status: "pending",
    time,
    changedAt: time,
    user: user._id,
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    product: of?.product ?? new ObjectId(),
    brand: "Cola",
    container: of?._id ?? new ObjectId(),
    containerId: of?.label ?? "1",
    returnCan: false,
    depositUsed: false,
    isContainerWorking: true,
    containerOpen: false,
    containerClose: false,
    returnCanVerified: false,
    comment: "",
    containerOpenTime: null,
    vendingMachineMessage: "",
    openedDay: time.toISOString().slice(0, 10),
    holdsSlot: false,
    session: new ObjectId(),
    live: null,
    openedIn: null,
    closedIn: null,
    failedIn: null,
    containerDue: null,
    refundedAt: null,
    returnedAt: null,
    review: null,
    rev: 0,
    ...fields,
  };
};

/** A row of the transaction ledger: of a container that an operator opened, whom nobody names. */
export const aLedgerRow = (
  machine: Pick<MachineDocument, "_id" | "vendingMachineId">,
  options: Partial<TransactionLedgerDocument> = {},
): TransactionLedgerDocument => {
  const _id = new ObjectId();
  const command = new ObjectId().toHexString();
  return {
    _id,
    at: new Date(),
    type: "test",
    transactionId: command,
    ids: [command],
    user: null,
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    containers: ["1"],
    session: _id,
    canTransaction: null,
    ...options,
  };
};
