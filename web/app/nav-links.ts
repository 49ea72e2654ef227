import type { PageName } from "./paths.ts";

export interface NavLinkInfo {
  page: Exclude<PageName, "login">;
  icon: string;
  /** The beginning of a title that is too long for the column; screen readers still read all of it. */
  short?: string;
  /** Only admins are led there. */
  adminsOnly?: true;
}

export interface NavGroupInfo {
  title: string;
  links: NavLinkInfo[];
  /** Its links are folded away until the operator opens it or stands on one of its pages. */
  folds?: true;
}

/** The navigation's groups, as an operator would name them: every page that needs no record. */
export const navGroups: NavGroupInfo[] = [
  {
    title: "Watch",
    links: [
      { page: "home", icon: "pi-home" },
      { page: "alarms", icon: "pi-bell" },
      { page: "liveStatus", icon: "pi-wifi" },
      { page: "inventoryStatus", icon: "pi-th-large" },
      { page: "cansInStock", icon: "pi-box" },
    ],
  },
  {
    title: "Goods",
    folds: true,
    links: [
      { page: "products", icon: "pi-tags" },
      { page: "profiles", icon: "pi-sliders-h" },
      { page: "regions", icon: "pi-map" },
    ],
  },
  {
    title: "Sales",
    links: [
      { page: "orders", icon: "pi-shopping-cart" },
      { page: "paymentReview", icon: "pi-flag" },
      { page: "transactions", icon: "pi-arrow-right-arrow-left" },
      { page: "ledger", icon: "pi-book" },
      { page: "transactionLedger", icon: "pi-list" },
      { page: "sales", icon: "pi-chart-line" },
      { page: "downloads", icon: "pi-download" },
    ],
  },
  {
    title: "People",
    folds: true,
    links: [
      { page: "users", icon: "pi-users" },
      { page: "penalties", icon: "pi-exclamation-triangle" },
      { page: "accountDeletion", icon: "pi-user-minus" },
    ],
  },
  {
    title: "Machines",
    folds: true,
    links: [
      { page: "addMachine", icon: "pi-plus-circle" },
      { page: "registerMachine", icon: "pi-inbox" },
      { page: "registered", icon: "pi-verified", short: "List Registered" },
      { page: "testMachine", icon: "pi-wrench" },
      { page: "redis", icon: "pi-database" },
    ],
  },
  {
    title: "System",
    folds: true,
    links: [
      { page: "reconciliation", icon: "pi-check-square" },
      { page: "settings", icon: "pi-sliders-v" },
      { page: "health", icon: "pi-heart", adminsOnly: true },
      { page: "webhooks", icon: "pi-send", adminsOnly: true },
      { page: "jobs", icon: "pi-cog" },
      { page: "audit", icon: "pi-history" },
    ],
  },
];
