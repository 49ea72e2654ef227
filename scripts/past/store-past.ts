import type { AccountDeletionDocument } from "#shared/runtime/documents/account-deletions.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { rankedLists } from "#shared/runtime/ranks/ranked-lists.ts";
import { addMissing } from "../seed/add-missing.ts";
import type { Account } from "./account.ts";
import { createIds } from "./ids.ts";
import { makePast, type PastPlan } from "./past.ts";

const customersForOneWhoLeaves = 60;
const hourMs = 3_600_000;

type Stores = Pick<Mongo, "collections">;

/**
 * Stores a past, some of it at a time, the accounts at the end. It may be killed anywhere and run again: what stands
 * stays, and what is missing is added. Answers how many orders it has.
 */
export const storePast = async (
  { collections }: Stores,
  plan: PastPlan,
  tell: (orders: number) => void = () => {},
): Promise<number> => {
  let orders = 0;
  const { accounts, penalties } = await makePast(plan, async (written) => {
    await Promise.all([
      addMissing(collections.orders, written.orders),
      addMissing(collections.canLedger, written.canLedger),
      addMissing(collections.depositRows, written.depositRows),
      addMissing(collections.canTransactions, written.canTransactions),
      addMissing(collections.sessions, written.sessions),
      addMissing(collections.sessionRows, written.sessionRows),
      addMissing(collections.transactionLedger, written.transactionLedger),
    ]);
    orders += written.orders.length;
    tell(orders);
  });
  await addMissing(collections.penalties, penalties);
  await addMissing(collections.accountDeletions, askedToBeForgotten(plan, accounts));
  for (let from = 0; from < accounts.length; from += 2_000) {
    const some = accounts.slice(from, from + 2_000);
    await Promise.all([
      addMissing(
        collections.users,
        some.map(({ user }) => user),
      ),
      addMissing(
        collections.cans,
        some.map(({ cans }) => cans),
      ),
      addMissing(
        collections.deposits,
        some.map(({ deposit }) => deposit),
      ),
    ]);
  }
  await forgetRanks({ collections });
  // Nor were these orders changed just now: workers count the sales of all days anew.
  await collections.salesProgress.deleteOne({ _id: "sales" });
  return orders;
};

/** Some customers have asked for it lately, one after the other; nobody has looked yet. */
const askedToBeForgotten = ({ name, now }: PastPlan, accounts: Account[]): AccountDeletionDocument[] => {
  const nextId = createIds(`${name} deletion`);
  const leaving = accounts.filter((_, at) => at % customersForOneWhoLeaves === 0);
  return leaving.map(({ user }, at) => ({
    _id: nextId(),
    user: user._id,
    requestTime: new Date(now - (leaving.length - at) * 5 * hourMs),
    processedAt: null,
    processedBy: null,
    rev: 0,
  }));
};

/** Rows came before others that were ranked already: workers begin these lists anew. */
const forgetRanks = async ({ collections: { rankAnchors, rankHeads, movingAnchors } }: Stores): Promise<void> => {
  for (const { name } of rankedLists) await rankAnchors.deleteMany({ scope: { $gte: name, $lt: `${name}!` } });
  await rankHeads.deleteMany({});
  await movingAnchors.deleteMany({});
};
