import type { Mongo } from "#shared/runtime/mongo.ts";
import { aDeletion } from "#shared/runtime/testing/stored-records.ts";
import { addMissing } from "../seed/add-missing.ts";
import { type HistoryPlan, makeHistory } from "./history.ts";
import { createIds, type Written } from "./records.ts";

const customersForOneWhoLeaves = 60;
const hourMs = 3_600_000;

type Stores = Pick<Mongo, "collections">;

/**
 * Stores a history, some of it at a time, the accounts at the end. It may be killed anywhere and run again: what stands
 * stays, and what is missing is added. Answers how many orders it has.
 */
export const storeHistory = async (
  { collections }: Stores,
  plan: HistoryPlan,
  onProgress: (orders: number) => void = () => {},
): Promise<number> => {
  let orders = 0;
  const { accounts, penalties } = await makeHistory(plan, async (written) => {
    const names = Object.keys(written) as (keyof Written)[];
    await Promise.all(
      names.map((name) =>
        addMissing(collections[name] as typeof collections.orders, written[name] as Written["orders"]),
      ),
    );
    orders += written.orders.length;
    onProgress(orders);
  });
  await addMissing(collections.penalties, penalties);
  // Some customers have requested it lately, one after the other; nobody has looked yet.
  const nextId = createIds(`${plan.name} deletion`);
  const leaving = accounts.filter((_, at) => at % customersForOneWhoLeaves === 0);
  const requestTime = (at: number) => new Date(plan.now - (leaving.length - at) * 5 * hourMs);
  const deletions = leaving.map(({ user }, at) => aDeletion(user._id, { _id: nextId(), requestTime: requestTime(at) }));
  await addMissing(collections.accountDeletions, deletions);
  for (let from = 0; from < accounts.length; from += 2_000) {
    const some = accounts.slice(from, from + 2_000);
    await addMissing(
      collections.users,
      some.map(({ user }) => user),
    );
    await addMissing(
      collections.cans,
      some.map(({ cans }) => cans),
    );
    await addMissing(
      collections.deposits,
      some.map(({ deposit }) => deposit),
    );
  }
  // These rows did not change just now: workers count all days anew.
  await collections.tallyProgress.deleteMany({});
  await collections.salesProgress.deleteOne({ _id: "sales" });
  return orders;
};
