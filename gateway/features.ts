import { orderRecordView } from "#shared/orders/order-view.server.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { createApprovedCalls } from "./approved-calls.ts";
import { accountDeletionFeature } from "./features/account-deletion/account-deletion.feature.ts";
import { accountDeletionView } from "./features/account-deletion/account-deletions.view.ts";
import { alarmsFeature } from "./features/alarms/alarms.feature.ts";
import { alarmView } from "./features/alarms/alarms.view.ts";
import { apiKeysFeature } from "./features/api-keys/api-keys.feature.ts";
import { apiKeyView } from "./features/api-keys/api-keys.view.ts";
import { approvalsFeature } from "./features/approvals/approvals.feature.ts";
import { approvalView } from "./features/approvals/approvals.view.ts";
import { auditFeature } from "./features/audit/audit.feature.ts";
import { authFeature } from "./features/auth/auth.feature.ts";
import { cansFeature } from "./features/cans/cans.feature.ts";
import { cansView } from "./features/cans/cans.view.ts";
import { containersFeature } from "./features/containers/containers.feature.ts";
import { containerRecordView } from "./features/containers/containers.view.ts";
import { controlUnitsFeature } from "./features/control-units/control-units.feature.ts";
import { depositsFeature } from "./features/deposits/deposits.feature.ts";
import { depositView } from "./features/deposits/deposits.view.ts";
import { healthFeature } from "./features/health/health.feature.ts";
import { intakeFeature } from "./features/intake/intake.feature.ts";
import { inventoryFeature } from "./features/inventory/inventory.feature.ts";
import { jobsFeature } from "./features/jobs/jobs.feature.ts";
import { jobView } from "./features/jobs/jobs.view.ts";
import { ledgerFeature } from "./features/ledger/ledger.feature.ts";
import { listViewsFeature } from "./features/list-views/list-views.feature.ts";
import { liveStatusRoutes } from "./features/live-status/live-status.feature.ts";
import { machineHistoryFeature } from "./features/machine-history/machine-history.feature.ts";
import { machinesRoutes } from "./features/machines/machines.feature.ts";
import { machineRecordView } from "./features/machines/machines.view.ts";
import { networkEventsFeature } from "./features/network-events/network-events.feature.ts";
import { ordersFeature } from "./features/orders/orders.feature.ts";
import { paymentsFeature } from "./features/payments/payments.feature.ts";
import { penaltiesFeature } from "./features/penalties/penalties.feature.ts";
import { penaltyView } from "./features/penalties/penalties.view.ts";
import { pendingCountsFeature } from "./features/pending-counts/pending-counts.feature.ts";
import { productsRoutes } from "./features/products/products.feature.ts";
import { productView } from "./features/products/products.view.ts";
import { profilesRoutes } from "./features/profiles/profiles.feature.ts";
import { profileView } from "./features/profiles/profiles.view.ts";
import { reconciliationFeature } from "./features/reconciliation/reconciliation.feature.ts";
import { reconciliationView } from "./features/reconciliation/reconciliation.view.ts";
import { regionsRoutes } from "./features/regions/regions.feature.ts";
import { regionView } from "./features/regions/regions.view.ts";
import { registrationFeature } from "./features/registration/registration.feature.ts";
import { requestView, unitView } from "./features/registration/registration.view.ts";
import { reportsFeature } from "./features/reports/reports.feature.ts";
import { reportView, scheduleView } from "./features/reports/reports.view.ts";
import { salesFeature } from "./features/sales/sales.feature.ts";
import { salesView } from "./features/sales/sales.view.ts";
import { searchRoutes } from "./features/search/search.feature.ts";
import { settingsFeature } from "./features/settings/settings.feature.ts";
import { settingsView } from "./features/settings/settings.view.ts";
import { transactionLedgerFeature } from "./features/transaction-ledger/transaction-ledger.feature.ts";
import { transactionsFeature } from "./features/transactions/transactions.feature.ts";
import { usersFeature } from "./features/users/users.feature.ts";
import { noteView, userView } from "./features/users/users.view.ts";
import { webhooksFeature } from "./features/webhooks/webhooks.feature.ts";
import { webhookView } from "./features/webhooks/webhooks.view.ts";
import type { RecordViews } from "./push/relay.ts";
import type { Feature } from "./records/feature.ts";

/** Every feature: what is not in this list is not served. */
export const features: Feature[] = [
  authFeature,
  machinesRoutes,
  machineHistoryFeature,
  liveStatusRoutes,
  pendingCountsFeature,
  networkEventsFeature,
  registrationFeature,
  profilesRoutes,
  productsRoutes,
  regionsRoutes,
  containersFeature,
  inventoryFeature,
  controlUnitsFeature,
  usersFeature,
  depositsFeature,
  cansFeature,
  ledgerFeature,
  reconciliationFeature,
  jobsFeature,
  healthFeature,
  auditFeature,
  penaltiesFeature,
  transactionsFeature,
  transactionLedgerFeature,
  ordersFeature,
  salesFeature,
  paymentsFeature,
  searchRoutes,
  apiKeysFeature,
  webhooksFeature,
  settingsFeature,
  listViewsFeature,
  intakeFeature,
  reportsFeature,
  accountDeletionFeature,
  approvalsFeature(createApprovedCalls),
  alarmsFeature,
];

/** How each record is shown to who follows it. */
export const views: RecordViews = {
  machine: machineRecordView,
  profile: profileView,
  product: productView,
  region: regionView,
  container: containerRecordView,
  unit: unitView,
  request: requestView,
  user: userView,
  note: noteView,
  deposit: depositView,
  cans: cansView,
  reconciliation: reconciliationView,
  job: jobView,
  penalty: penaltyView,
  transaction: transactionRecordView,
  apiKey: apiKeyView,
  webhook: webhookView,
  order: orderRecordView,
  settings: settingsView,
  report: reportView,
  reportSchedule: scheduleView,
  sales: salesView,
  accountDeletion: accountDeletionView,
  approval: approvalView,
  alarm: alarmView,
};
