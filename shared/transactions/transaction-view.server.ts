import type { ObjectId } from "mongodb";
import type { UserDocument } from "../users/people.document.server.ts";
import type { CanTransactionDocument } from "./transaction.document.server.ts";
import type { CanTransaction, CanTransactionRecord } from "./transaction.schema.ts";

/** What is shown beside the ids of a transaction. An unknown name is the empty text. */
export interface TransactionNames {
  userOf(user: ObjectId): Pick<UserDocument, "name" | "phone" | "email">;
  machineOf(machine: ObjectId): Pick<CanTransaction["vendingMachine"], "name" | "profileName" | "region">;
}

export const transactionRecordView = (can: CanTransactionDocument): CanTransactionRecord => ({
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
  rev: can.rev,
});

export const transactionView = (can: CanTransactionDocument, names: TransactionNames): CanTransaction => {
  const { name, phone, email } = names.userOf(can.user);
  return {
    ...transactionRecordView(can),
    user: { _id: can.user.toHexString(), name, phone, email },
    vendingMachine: {
      _id: can.machine.toHexString(),
      vendingMachineId: can.vendingMachineId,
      ...names.machineOf(can.machine),
    },
  };
};
