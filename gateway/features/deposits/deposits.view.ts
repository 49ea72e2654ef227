import type { ObjectId } from "mongodb";
import type { Deposit } from "#shared/deposits/deposit.schema.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { DepositDocument } from "#shared/users/accounts.document.server.ts";
import { noDeposit } from "#shared/users/open-accounts.server.ts";

export const depositView = (deposit: DepositDocument): Deposit => ({
  _id: deposit._id.toHexString(),
  deposit: rupeesOf(deposit.deposit),
  securityDeposit: rupeesOf(deposit.securityDeposit),
  depositBought: deposit.depositBought,
  depositUsed: deposit.depositUsed,
  freeDeposit: deposit.freeDeposit,
  collectSecurityDeposit: deposit.collectSecurityDeposit,
  receivedFreeDeposit: deposit.receivedFreeDeposit,
  rev: deposit.rev,
});

/** A user's deposit record, for views of a user. */
export const depositOf = async (
  { collections: { deposits } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
): Promise<Deposit> =>
  depositView((await deposits.findOne({ _id: user }, { session: dbSession })) ?? { _id: user, ...noDeposit });
