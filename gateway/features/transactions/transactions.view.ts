import type { ObjectId } from "mongodb";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";
import type { CanTransaction, CanTransactionRecord } from "#shared/transactions/transaction.schema.ts";

/** Names of operators; of one who is none any more the empty text. */
export interface OperatorNames {
  operatorName(user: ObjectId): string;
}

/** For the customers' app, which learns of no operator. */
export const unnamed: OperatorNames = { operatorName: () => "" };

/** What is shown beside the ids of a transaction. An unknown name is the empty text. */
export interface TransactionNames extends OperatorNames {
  userOf(user: ObjectId): Pick<UserDocument, "name" | "phone" | "email">;
  machineOf(machine: ObjectId): Pick<CanTransaction["vendingMachine"], "name" | "profileName" | "region">;
}

const requestOf = (
  { status, refundRequest }: Pick<CanTransactionDocument, "status" | "refundRequest">,
  names: OperatorNames,
): CanTransactionRecord["refundRequest"] => {
  if (!refundRequest || status !== "pending") return null;
  const { by, at, reason, note } = refundRequest;
  return { by: { _id: by.toHexString(), name: names.operatorName(by) }, at: at.toISOString(), reason, note };
};

export const transactionRecordView = (can: CanTransactionDocument, names: OperatorNames): CanTransactionRecord => ({
  _id: can._id.toHexString(),
  transactionId: can.transactionId,
  status: can.status,
  returnCan: can.returnCan,
  depositUsed: can.depositUsed,
  isContainerWorking: can.isContainerWorking,
  containerOpen: can.containerOpen,
  containerClose: can.containerClose,
  returnCanVerified: can.returnCanVerified,
  containerId: can.containerId,
  time: can.time.toISOString(),
  comment: can.comment,
  containerOpenTime: can.containerOpenTime?.toISOString() ?? null,
  vendingMachineMessage: can.vendingMachineMessage,
  brand: can.brand,
  product: { _id: can.product.toHexString(), brand: can.brand },
  user: { _id: can.user.toHexString() },
  vendingMachine: { _id: can.machine.toHexString() },
  sessionId: can.session.toHexString(),
  isLive: can.live !== null,
  refundedAt: can.refundedAt?.toISOString() ?? null,
  returnedAt: can.returnedAt?.toISOString() ?? null,
  review: can.review,
  refundRequest: requestOf(can, names),
  rev: can.rev,
});

export const transactionView = (can: CanTransactionDocument, names: TransactionNames): CanTransaction => {
  const { name, phone, email } = names.userOf(can.user);
  return {
    ...transactionRecordView(can, names),
    user: { _id: can.user.toHexString(), name, phone, email },
    vendingMachine: {
      _id: can.machine.toHexString(),
      vendingMachineId: can.vendingMachineId,
      ...names.machineOf(can.machine),
    },
  };
};
