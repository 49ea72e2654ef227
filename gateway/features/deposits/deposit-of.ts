import type { ObjectId } from "mongodb";
import type { Deposit } from "#shared/deposits/deposit.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { noDeposit } from "#shared/users/open-accounts.server.ts";
import { depositView } from "./deposits.view.ts";

/** A user's deposit record, for views of a user. */
export const depositOf = async (
  { collections: { deposits } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<Deposit> =>
  depositView((await deposits.findOne({ _id: user }, { session: dbSession })) ?? { _id: user, ...noDeposit });
