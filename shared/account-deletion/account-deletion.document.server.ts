import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";

/** Written by the gateway: a customer who requested to be deleted. The phone is in their user. */
export interface AccountDeletionDocument {
  _id: ObjectId;
  user: ObjectId;
  requestTime: Date;
  /** When an admin deleted the account; null while it waits. */
  processedAt: Date | null;
  processedBy: ObjectId | null;
  rev: number;
}

export const accountDeletions = {
  accountDeletions: collection<AccountDeletionDocument>({
    indexes: [
      { name: "requestTime", key: { requestTime: 1, _id: 1 } },
      { name: "user", key: { user: 1, requestTime: 1, _id: 1 } },
      {
        name: "waiting",
        key: { user: 1 },
        unique: true,
        partialFilterExpression: { processedAt: { $type: "null" } },
        taken: () => "This account's deletion was asked for already",
      },
    ],
  }),
};
