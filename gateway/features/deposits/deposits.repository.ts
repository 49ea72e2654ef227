import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

type Stores = Pick<Mongo, "collections">;

/** What a user has who never paid a deposit. */
export const noDeposit = {
  deposit: 0,
  securityDeposit: 0,
  depositBought: 0,
  depositUsed: 0,
  freeDeposit: 0,
  collectSecurityDeposit: false,
  receivedFreeDeposit: false,
  rev: 0,
};

/** So that there is one to edit. */
export const beginDeposit = async (
  { collections: { deposits } }: Stores,
  dbSession: DbSession,
  user: ObjectId,
): Promise<void> => {
  await deposits.updateOne({ _id: user }, { $setOnInsert: noDeposit }, { session: dbSession, upsert: true });
};
