import type { Collection, Db, MongoServerError } from "mongodb";
import { accountDeletions } from "../account-deletion/account-deletion.document.server.ts";
import { alarms } from "../alarms/alarm.document.server.ts";
import { alarmRules } from "../alarms/alarm-rule.document.server.ts";
import { apiKeys } from "../api-keys/api-key.document.server.ts";
import { approvals } from "../approvals/approval.document.server.ts";
import { commands } from "../control-units/command.document.server.ts";
import { health } from "../health/health.document.server.ts";
import { jobs } from "../jobs/job.document.server.ts";
import { listViews } from "../list-views/list-view.document.server.ts";
import { histories } from "../machines/histories.document.server.ts";
import { machines } from "../machines/machine.document.server.ts";
import { orders } from "../orders/order.document.server.ts";
import { payments } from "../payments/payment.document.server.ts";
import { goods } from "../products/goods.document.server.ts";
import { reconciliation } from "../reconciliation/reconciliation.document.server.ts";
import { units } from "../registration/unit.document.server.ts";
import { reports } from "../reports/report.document.server.ts";
import { sales } from "../sales/sales.document.server.ts";
import { settings } from "../settings/settings.document.server.ts";
import { transactionLedger } from "../transaction-ledger/transaction-ledger.document.server.ts";
import { transactions } from "../transactions/transaction.document.server.ts";
import { accounts } from "../users/accounts.document.server.ts";
import { people } from "../users/people.document.server.ts";
import { webhooks } from "../webhooks/webhook.document.server.ts";
import type { Declaration } from "./collection.ts";
import { tallies } from "./tallies/tallies.document.ts";
import { upkeep } from "./upkeep.document.ts";

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
  ...alarms,
  ...alarmRules,
  ...webhooks,
  ...health,
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
