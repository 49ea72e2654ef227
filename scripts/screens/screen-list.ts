import type { Page } from "playwright-core";
import { createHistoryIds } from "../demo-history/records.ts";
import { demoId } from "../seed/demo-ids.ts";
import type { DemoConsole } from "./demo-console.ts";

export interface Screen {
  /** The file's name begins with it. */
  name: string;
  path: string;
  /** Only the login page is public. */
  signedOut?: boolean;
  /** What is there once the page is whole. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name }).waitFor();
const firstCard = (page: Page) => page.getByRole("main").getByRole("article").first().waitFor();
const firstRow = (page: Page) => page.locator("tbody tr.row, .row-card:not([aria-hidden])").first().waitFor();

/** Its first of each kind. */
const past = createHistoryIds("demo");

/** Every page that stands, as an operator first sees it. */
export const screenList = (demo: DemoConsole): Screen[] => [
  { name: "login", path: "/login", signedOut: true, ready: heading("Log in to Cansole") },
  { name: "home", path: "/", ready: (page) => page.getByRole("article").first().waitFor() },
  { name: "add-vending-machine", path: "/AddVendingMachine", ready: heading("Add Vending Machine") },
  {
    name: "vending-machine",
    path: `/vendingMachine/${demo.machineId}`,
    ready: (page) => page.getByText("Last seen online").waitFor(),
  },
  {
    name: "vending-machine-history",
    path: `/vendingMachine/${demo.machineId}?tab=history`,
    ready: (page) => page.locator(".history-line").first().waitFor(),
  },
  { name: "live-status", path: "/live-status", ready: firstRow },
  { name: "live-status-all", path: "/live-status?state=All", ready: firstRow },
  {
    name: "machine-inventory",
    path: `/vendingMachine/${demo.machineId}/Inventory`,
    ready: (page) => page.getByRole("button", { name: "ADD TO STOCK" }).first().waitFor(),
  },
  { name: "inventory-status", path: "/inventory-status", ready: (page) => page.getByText("Total").first().waitFor() },
  { name: "cans-in-stock", path: "/cans-in-stock", ready: firstRow },
  { name: "users", path: "/Users", ready: firstRow },
  { name: "new-user", path: "/Users/new", ready: heading("Add New User") },
  { name: "redis", path: "/redis", ready: heading("Redis") },
  { name: "products", path: "/products", ready: firstCard },
  { name: "new-product", path: "/products/new", ready: heading("Add New Product") },
  {
    name: "product",
    path: `/products/${demoId("product", "Kochi Cola").toHexString()}`,
    ready: (page) => page.getByRole("button", { name: "Upload image" }).waitFor(),
  },
  {
    name: "profiles",
    path: "/profiles",
    ready: (page) =>
      page
        .getByText(/^\d+ machines in/)
        .first()
        .waitFor(),
  },
  { name: "new-profile", path: "/profiles/new", ready: heading("Add New Profile") },
  {
    name: "profile",
    path: `/profiles/${demoId("profile", "Ernakulam").toHexString()}`,
    ready: async (page) => {
      const card = page.getByRole("form", { name: "Kochi Cola" });
      await card.waitFor();
      // While the products are on their way, their choices say so.
      await card.locator(".select .pi-spin").waitFor({ state: "detached" });
    },
  },
  { name: "regions", path: "/regions", ready: firstCard },
  {
    name: "region",
    path: `/regions/${demoId("region", "Ernakulam").toHexString()}`,
    ready: (page) => page.getByRole("button", { name: "Remove Ernakulam Standard" }).waitFor(),
  },
  { name: "register-vending-machine", path: "/register-vending-machine", ready: firstRow },
  { name: "list-registered-vending-machine", path: "/list-registered-vending-machine", ready: firstRow },
  {
    name: "register-unit",
    path: `/list-registered-vending-machine/${demo.waitingSerialNumber}`,
    ready: heading(demo.waitingSerialNumber),
  },
  {
    name: "register-new-unit",
    path: "/list-registered-vending-machine/new",
    ready: heading("Register a control unit"),
  },
  {
    name: "registered-unit",
    path: `/list-registered-vending-machine/${demo.serialNumber}`,
    ready: (page) => page.getByRole("button", { name: "New Secret" }).waitFor(),
  },
  {
    name: "test-vending-machine",
    path: "/test-vending-machine?machine=KOC-KLM-01",
    ready: async (page) => {
      await page.getByText("working").first().waitFor();
      await page.getByText("Online", { exact: true }).waitFor();
    },
  },
  {
    name: "test-vending-machine-session",
    path: `/test-vending-machine?session=${demo.sessionId}`,
    ready: async (page) => {
      await page.getByRole("list", { name: "Containers" }).waitFor();
      await page.getByText("Online", { exact: true }).waitFor();
    },
  },
  { name: "orders", path: "/Orders", ready: firstRow },
  { name: "order", path: `/orders/${past.order().toHexString()}`, ready: heading(/^DEMO-/) },
  { name: "api-keys", path: "/api-keys", ready: heading("API Keys") },
  { name: "payment-review", path: "/payment-review", ready: firstRow },
  { name: "transactions", path: "/Transactions", ready: firstRow },
  { name: "transaction", path: `/transactions/${past.transaction().toHexString()}`, ready: heading(/^DEMO-/) },
  {
    name: "transactions-needs-action",
    path: "/Transactions?view=needs-action",
    ready: (page) =>
      page
        .getByRole("button", { name: /^Refund/ })
        .first()
        .waitFor(),
  },
  { name: "settings", path: "/settings", ready: heading("Settings") },
  { name: "ledger", path: "/ledger", ready: firstRow },
  { name: "transaction-ledger", path: "/transaction-ledger", ready: firstRow },
  { name: "penalties", path: "/penalties", ready: firstRow },
  { name: "account-deletion", path: "/account-deletion", ready: firstRow },
  { name: "reconciliation", path: "/reconciliation", ready: heading("Reconciliation") },
  { name: "jobs", path: "/jobs", ready: firstRow },
  { name: "audit", path: "/audit", ready: firstRow },
  {
    name: "downloads",
    path: "/downloads",
    ready: (page) => page.getByText("42 %").first().waitFor(),
  },
  {
    name: "sales",
    path: "/sales",
    // On a phone the charts are folded.
    ready: (page) =>
      page
        .locator(".chart-bar")
        .or(page.getByText("Charts", { exact: true }))
        .first()
        .waitFor(),
  },
  { name: "not-found", path: "/nowhere", ready: heading("Page Not Found") },
];
