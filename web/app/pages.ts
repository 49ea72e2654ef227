import type { ComponentType } from "react";
import type { Atom } from "../state/jotai.ts";
import type { PageName } from "./paths.ts";

interface PageModule {
  Component: ComponentType;
  /** What it shows at its plain address before anything else: followed a moment before the page is opened. */
  first?: (
    params: Readonly<Record<string, string | undefined>>,
  ) => readonly Atom<unknown>[] | Promise<readonly Atom<unknown>[]>;
}

export interface PageInfo {
  /** Its name in the navigation, the trail and the browser's tab: see specification: Screens. */
  title: string;
  /** The list that it belongs to, one step up the trail. */
  parent?: PageName;
  /** The page's own chunk. */
  load: () => Promise<PageModule>;
}

/** Every page behind the sign-in. */
export const pages: Record<Exclude<PageName, "login">, PageInfo> = {
  home: { title: "Home", load: () => import("../features/home/HomePage.tsx") },
  liveStatus: { title: "Live Status", load: () => import("../features/live-status/LiveStatusPage.tsx") },
  inventoryStatus: {
    title: "Inventory Status",
    load: () => import("../features/inventory/InventoryStatusPage.tsx"),
  },
  cansInStock: { title: "Cans In Stock", load: () => import("../features/inventory/CansInStockPage.tsx") },
  products: { title: "Products", load: () => import("../features/products/ProductsPage.tsx") },
  product: { title: "Product", parent: "products", load: () => import("../features/products/ProductPage.tsx") },
  profiles: { title: "Profiles", load: () => import("../features/profiles/ProfilesPage.tsx") },
  profile: { title: "Profile", parent: "profiles", load: () => import("../features/profiles/ProfilePage.tsx") },
  regions: { title: "Regions", load: () => import("../features/regions/RegionsPage.tsx") },
  region: { title: "Region", parent: "regions", load: () => import("../features/regions/RegionPage.tsx") },
  orders: { title: "Orders", load: () => import("../features/orders/OrdersPage.tsx") },
  order: { title: "Order", parent: "orders", load: () => import("../features/orders/OrderPage.tsx") },
  paymentReview: {
    title: "Payments To Check",
    load: () => import("../features/orders/PaymentReviewPage.tsx"),
  },
  transactions: { title: "Transactions", load: () => import("../features/transactions/TransactionsPage.tsx") },
  transaction: {
    title: "Transaction",
    parent: "transactions",
    load: () => import("../features/transactions/TransactionPage.tsx"),
  },
  ledger: { title: "Ledger", load: () => import("../features/ledger/LedgerPage.tsx") },
  transactionLedger: {
    title: "Transaction Ledger",
    load: () => import("../features/transaction-ledger/TransactionLedgerPage.tsx"),
  },
  sales: { title: "Sales", load: () => import("../features/sales/SalesPage.tsx") },
  downloads: { title: "Downloads", load: () => import("../features/downloads/DownloadsPage.tsx") },
  users: { title: "Users", load: () => import("../features/users/UsersPage.tsx") },
  user: { title: "User", parent: "users", load: () => import("../features/users/UserPage.tsx") },
  penalty: { title: "Penalty", parent: "users", load: () => import("../features/penalties/PenaltyPage.tsx") },
  penalties: { title: "Penalties", load: () => import("../features/penalties/OwedPenaltiesPage.tsx") },
  accountDeletion: {
    title: "Account Deletion",
    load: () => import("../features/account-deletion/AccountDeletionPage.tsx"),
  },
  addMachine: {
    title: "Add Vending Machine",
    parent: "home",
    load: () => import("../features/machines/AddMachinePage.tsx"),
  },
  machine: {
    title: "Vending Machine",
    parent: "home",
    load: () => import("../features/machines/MachinePage.tsx"),
  },
  machineInventory: {
    title: "Inventory",
    parent: "home",
    load: () => import("../features/containers/InventoryPage.tsx"),
  },
  registerMachine: {
    title: "Register Vending Machine",
    load: () => import("../features/registration/RequestsPage.tsx"),
  },
  registered: {
    title: "List Registered Vending Machine",
    load: () => import("../features/registration/RegisteredPage.tsx"),
  },
  registeredUnit: {
    title: "Registered Vending Machine",
    parent: "registered",
    load: () => import("../features/registration/RegisterPage.tsx"),
  },
  testMachine: {
    title: "Test Vending Machine",
    load: () => import("../features/control-units/TestMachinePage.tsx"),
  },
  redis: { title: "Redis", load: () => import("../features/redis/RedisPage.tsx") },
  apiKeys: { title: "API Keys", load: () => import("../features/api-keys/ApiKeysPage.tsx") },
  webhooks: { title: "Webhooks", load: () => import("../features/webhooks/WebhooksPage.tsx") },
  account: { title: "Account", load: () => import("../features/auth/AccountPage.tsx") },
  reconciliation: {
    title: "Reconciliation",
    load: () => import("../features/reconciliation/ReconciliationPage.tsx"),
  },
  settings: { title: "Settings", load: () => import("../features/settings/SettingsPage.tsx") },
  alarms: { title: "Alarms", load: () => import("../features/alarms/AlarmsPage.tsx") },
  health: { title: "Health", load: () => import("../features/health/HealthPage.tsx") },
  jobs: { title: "Jobs", load: () => import("../features/jobs/JobsPage.tsx") },
  audit: { title: "Audit", load: () => import("../features/audit/AuditPage.tsx") },
};
