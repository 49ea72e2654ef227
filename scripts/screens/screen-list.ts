import type { Page } from "playwright-core";
import { createHistoryIds } from "../demo-history/records.ts";
import { demoId } from "../seed/add-missing.ts";
import type { DemoConsole } from "./demo-console.ts";

export interface Screen {
  /** The file's name begins with it. */
  name: string;
  path: string;
  /** Only the login page is public. */
  signedOut?: boolean;
  /** Shown to admins alone; the others are pictured as staff see them. */
  asAdmin?: boolean;
  /** What is there once the page is whole, beside its heading: a selector of Playwright's. */
  ready?: string;
  /** Opens what is pictured over the page, once that is whole. */
  open?: (page: Page) => Promise<void>;
  /** At 390 px alone: a desk has not what it opens. */
  isOfPhone?: boolean;
}

const row = "tbody tr.row, .row-card:not([aria-hidden])";
const card = "main article";
const home = { path: "/", ready: card };
const named = (name: string) => `role=button[name="${name}"]`;

/** What stands over every page: the bell's feed, a phone's menu, and a phone's sheet at a machine. */
const overEveryPage: Screen[] = [
  {
    ...home,
    name: "bell",
    open: async (page) => {
      await page.getByRole("button", { name: /^Alerts/ }).click();
      await page.getByRole("list", { name: "What happened" }).getByRole("listitem").first().waitFor();
    },
  },
  {
    ...home,
    name: "menu",
    isOfPhone: true,
    open: async (page) => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page
        .getByRole("dialog", { name: "Navigation" })
        .getByRole("link", { name: /^Orders/ })
        .waitFor();
    },
  },
  {
    ...home,
    name: "scan",
    isOfPhone: true,
    open: async (page) => {
      await page.getByRole("button", { name: "Scan" }).click();
      // No camera here: the machine stands in a list.
      await page
        .getByRole("list", { name: "Machines" })
        .getByRole("button", { name: /CUSAT Library/ })
        .click();
      await page.getByRole("button", { name: /^Container 24/ }).waitFor();
    },
  },
];

/** Every page that stands, as an operator first sees it. */
export const screenList = (demo: DemoConsole): Screen[] => {
  const past = createHistoryIds("demo");
  const seeded = (kind: Parameters<typeof demoId>[0], name: string) => demoId(kind, name).toHexString();
  const machine = `/vendingMachine/${demo.machineId}`;
  const units = "/list-registered-vending-machine";
  return [
    { name: "login", path: "/login", signedOut: true },
    { ...home, name: "home" },
    ...overEveryPage,
    { name: "add-vending-machine", path: "/AddVendingMachine" },
    { name: "vending-machine", path: machine, ready: "text=Last seen online" },
    { name: "vending-machine-history", path: `${machine}?tab=history`, ready: ".history-line" },
    { name: "live-status", path: "/live-status", ready: row },
    { name: "live-status-all", path: "/live-status?state=All", ready: row },
    { name: "machine-inventory", path: `${machine}/Inventory`, ready: named("ADD TO STOCK") },
    { name: "inventory-status", path: "/inventory-status", ready: "text=Total" },
    { name: "cans-in-stock", path: "/cans-in-stock", ready: row },
    { name: "users", path: "/Users", ready: row },
    { name: "new-user", path: "/Users/new" },
    { name: "redis", path: "/redis" },
    { name: "products", path: "/products", ready: card },
    { name: "new-product", path: "/products/new" },
    { name: "product", path: `/products/${seeded("product", "Kochi Cola")}`, ready: named("Upload image") },
    { name: "profiles", path: "/profiles", ready: "text=/^\\d+ machines in/" },
    { name: "new-profile", path: "/profiles/new" },
    { name: "profile", path: `/profiles/${seeded("profile", "Ernakulam")}`, ready: 'role=form[name="Kochi Cola"]' },
    { name: "regions", path: "/regions", ready: card },
    { name: "region", path: `/regions/${seeded("region", "Ernakulam")}`, ready: named("Remove Ernakulam Standard") },
    { name: "register-vending-machine", path: "/register-vending-machine", ready: row },
    { name: "list-registered-vending-machine", path: units, ready: row },
    { name: "register-unit", path: `${units}/${demo.waitingSerialNumber}` },
    { name: "register-new-unit", path: `${units}/new` },
    { name: "registered-unit", path: `${units}/${demo.serialNumber}`, ready: named("New Secret") },
    { name: "test-vending-machine", path: "/test-vending-machine?machine=KOC-KLM-01", ready: 'text="Online"' },
    {
      name: "test-vending-machine-session",
      path: `/test-vending-machine?session=${demo.sessionId}`,
      ready: 'role=list[name="Containers"]',
    },
    { name: "orders", path: "/Orders", ready: row },
    { name: "order", path: `/orders/${past.order().toHexString()}` },
    { name: "api-keys", path: "/api-keys", asAdmin: true, ready: row },
    { name: "webhooks", path: "/webhooks", asAdmin: true, ready: row },
    { name: "alarms", path: "/alarms", ready: ".queue-row" },
    { name: "payment-review", path: "/payment-review", ready: ".queue-row" },
    { name: "transactions", path: "/Transactions", ready: row },
    { name: "transaction", path: `/transactions/${past.transaction().toHexString()}` },
    {
      name: "transactions-needs-action",
      path: "/Transactions?view=needs-action",
      ready: ".queue-row",
    },
    { name: "settings", path: "/settings", asAdmin: true },
    { name: "ledger", path: "/ledger", ready: row },
    { name: "transaction-ledger", path: "/transaction-ledger", ready: row },
    { name: "penalties", path: "/penalties", ready: row },
    { name: "account-deletion", path: "/account-deletion", ready: row },
    { name: "reconciliation", path: "/reconciliation" },
    { name: "health", path: "/health", asAdmin: true, ready: ".health-line" },
    { name: "jobs", path: "/jobs", ready: row },
    { name: "audit", path: "/audit", ready: row },
    { name: "downloads", path: "/downloads", ready: "text=42 %" },
    // On a phone the charts are folded.
    { name: "sales", path: "/sales", ready: '.chart-bar, :text-is("Charts")' },
    { name: "not-found", path: "/nowhere" },
  ];
};
