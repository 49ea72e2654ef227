import type { ObjectId } from "mongodb";
import type { Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CansDocument, DepositDocument, PenaltyDocument } from "#shared/users/accounts.document.server.ts";
import { noCans, noDeposit } from "#shared/users/open-accounts.server.ts";

/** What is to be written off: the documents themselves. */
export interface Held {
  cans: CansDocument;
  deposit: DepositDocument;
  penalties: PenaltyDocument[];
}

/** The balances of an account, and its open work, at one moment. */
export const standingOf = async (
  { collections: { cans, deposits, penalties, orders, canTransactions } }: Pick<Mongo, "collections">,
  session: DbSession,
  user: ObjectId,
): Promise<{ standing: Standing; held: Held }> => {
  const held: Held = {
    cans: (await cans.findOne({ _id: user }, { session })) ?? { _id: user, ...noCans },
    deposit: (await deposits.findOne({ _id: user }, { session })) ?? { _id: user, ...noDeposit },
    penalties: await penalties.find({ user, paid: false, canceled: false }, { session, hint: "owedBy" }).toArray(),
  };
  const { deposit } = held;
  const owed = held.penalties.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
  return {
    held,
    standing: {
      cans: held.cans.totalCans,
      deposit: rupeesOf(deposit.deposit),
      securityDeposit: rupeesOf(deposit.securityDeposit),
      depositBought: deposit.depositBought,
      depositUsed: deposit.depositUsed,
      freeDeposit: deposit.freeDeposit,
      penalties: held.penalties.length,
      penaltiesAmount: rupeesOf(owed),
      processingOrders: await orders.countDocuments({ user, status: "processing" }, { session, hint: "userTime" }),
      pendingTransactions: await canTransactions.countDocuments(
        { user, status: "pending" },
        { session, hint: "userTime" },
      ),
    },
  };
};
