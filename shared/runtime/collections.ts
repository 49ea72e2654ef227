import type { Collection, Db, MongoServerError } from "mongodb";
import type { Declaration } from "./collection.ts";
import { accountDeletions } from "./documents/account-deletions.ts";
import { accounts } from "./documents/accounts.ts";
import { apiKeys } from "./documents/api-keys.ts";
import { approvals } from "./documents/approvals.ts";
import { commands } from "./documents/commands.ts";
import { goods } from "./documents/goods.ts";
import { histories } from "./documents/histories.ts";
import { jobs } from "./documents/jobs.ts";
import { listViews } from "./documents/list-views.ts";
import { machines } from "./documents/machines.ts";
import { orders } from "./documents/orders.ts";
import { payments } from "./documents/payments.ts";
import { people } from "./documents/people.ts";
import { reconciliation } from "./documents/reconciliation.ts";
import { reports } from "./documents/reports.ts";
import { sales } from "./documents/sales.ts";
import { settings } from "./documents/settings.ts";
import { tallies } from "./documents/tallies.ts";
import { transactionLedger } from "./documents/transaction-ledger.ts";
import { transactions } from "./documents/transactions.ts";
import { units } from "./documents/units.ts";
import { upkeep } from "./documents/upkeep.ts";

/** Every collection, declared beside its document. No query of Cansole scans a collection. */
const declared = {
  ...people,
  ...accounts,
  ...accountDeletions,
  ...orders,
  ...transactions,
  ...transactionLedger,
  ...payments,
  ...machines,
  ...goods,
  ...units,
  ...histories,
  ...commands,
  ...apiKeys,
  ...approvals,
  ...reconciliation,
  ...settings,
  ...listViews,
  ...reports,
  ...jobs,
  ...sales,
  ...tallies,
  ...upkeep,
};
export type CollectionName = keyof typeof declared;
export const declarations: Record<CollectionName, Declaration> = declared;

type DocumentOf<T> = T extends Declaration<infer D> ? D : never;
export type Collections = { [N in CollectionName]: Collection<DocumentOf<(typeof declared)[N]>> };
export const collectionsOf = (db: Db) =>
  Object.fromEntries(Object.keys(declared).map((name) => [name, db.collection(name)])) as unknown as Collections;

/** The sentence for a value that another record has already; null where MongoDB's error is about no such index. */
export const takenSentence = (error: MongoServerError): string | null => {
  const [, collection = "", name] = /collection: [^.]+\.(\S+) index: (\S+) dup key/.exec(error.message) ?? [];
  if (!Object.hasOwn(declarations, collection)) return null;
  const index = declarations[collection as CollectionName].indexes?.find((one) => one.name === name);
  return index?.taken?.(error.keyValue ?? {}) ?? null;
};
