import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { CanReview, CanStatus } from "./can-status.ts";

/**
 * A can that a customer took, or tries to take: the account is debited when it is written. The gateway writes it; the
 * workers apply what the machine reports (`status` to opened, the facts, `live`, `containerDue`, `review`). Brand,
 * container and `vendingMachineId` are as they were then; names are read where it is shown.
 */
export interface CanTransactionDocument {
  /**
   * Made of the API key and its Idempotency-Key, so that one request is one transaction. It names the reservation, too.
   */
  _id: ObjectId;
  /** What customers call it. */
  transactionId: string;
  status: CanStatus;
  /** When it was made, by MongoDB's clock; never edited. */
  time: Date;
  /** Raised by every write. */
  changedAt: Date;
  user: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  product: ObjectId;
  brand: string;
  /** What was last to be opened for it. */
  container: ObjectId;
  containerId: string;
  returnCan: boolean;
  depositUsed: boolean;
  isContainerWorking: boolean;
  containerOpen: boolean;
  containerClose: boolean;
  returnCanVerified: boolean;
  comment: string;
  containerOpenTime: Date | null;
  vendingMachineMessage: string;
  /** The day of TIME_ZONE on which it counts against the customer's limit. */
  openedDay: string;
  /** It occupies one of the customer's deposit slots, whatever operators say of `depositUsed`. */
  holdsSlot: boolean;
  /** The newest session that was to open its container. */
  session: ObjectId;
  /** The same while it may still move the door; Open and Refund wait for it. */
  live: ObjectId | null;
  /** The sessions of which these were known first: each fact is applied once. */
  openedIn: ObjectId | null;
  closedIn: ObjectId | null;
  failedIn: ObjectId | null;
  /** Seen open, and not yet written as empty. */
  containerDue: ObjectId | null;
  refundedAt: Date | null;
  returnedAt: Date | null;
  review: CanReview | null;
  /** Who refunded it; missing in older transactions, and of one that is not refunded. */
  refundedBy?: ObjectId | null;
  rev: number;
}

export const transactions = {
  canTransactions: collection<CanTransactionDocument>({
    indexes: [
      {
        name: "transactionId",
        key: { transactionId: 1 },
        unique: true,
        taken: () => "A transaction with this id exists already",
      },
      { name: "transactionIdTime", key: { transactionId: 1, time: 1, _id: 1 } },
      { name: "time", key: { time: 1, _id: 1 } },
      { name: "machineTime", key: { machine: 1, time: 1, _id: 1 } },
      { name: "userTime", key: { user: 1, time: 1, _id: 1 } },
      { name: "statusTime", key: { status: 1, time: 1, _id: 1 } },
      { name: "machineStatusTime", key: { machine: 1, status: 1, time: 1, _id: 1 } },
      { name: "changedAt", key: { changedAt: 1 } },
      { name: "pending", key: { time: 1, machine: 1 }, partialFilterExpression: { status: "pending" } },
      { name: "live", key: { live: 1 }, partialFilterExpression: { live: { $type: "objectId" } } },
      {
        name: "containerDue",
        key: { containerDue: 1 },
        partialFilterExpression: { containerDue: { $type: "objectId" } },
      },
      { name: "reviewTime", key: { review: 1, time: 1, _id: 1 }, partialFilterExpression: { review: { $gt: "" } } },
      { name: "pendingOfUser", key: { user: 1, time: 1 }, partialFilterExpression: { status: "pending" } },
      { name: "refundedOfUser", key: { user: 1, refundedAt: 1 }, partialFilterExpression: { status: "failed" } },
    ],
  }),
};
