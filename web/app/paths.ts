/**
 * Every path of the console, once (specification: Routes; /account, /api-keys, /webhooks, /penalties,
 * /payment-review, /reconciliation, /settings, /alarms, /health, /jobs and /audit are ours). All stand under /inventory/v1.2 and match whatever the case;
 * the capitals are those of the links (specification: Navigation).
 */
export const paths = {
  login: "/login",
  home: "/",
  addMachine: "/AddVendingMachine",
  machine: "/vendingMachine/:id",
  machineInventory: "/vendingMachine/:id/Inventory",
  products: "/products",
  product: "/products/:id",
  profiles: "/profiles",
  profile: "/profiles/:id",
  orders: "/Orders",
  order: "/orders/:id",
  paymentReview: "/payment-review",
  transactions: "/Transactions",
  transaction: "/transactions/:id",
  users: "/Users",
  user: "/Users/:id",
  penalty: "/penalty/:id",
  penalties: "/penalties",
  regions: "/regions",
  region: "/regions/:id",
  downloads: "/downloads",
  redis: "/redis",
  liveStatus: "/live-status",
  inventoryStatus: "/inventory-status",
  cansInStock: "/cans-in-stock",
  ledger: "/ledger",
  registerMachine: "/register-vending-machine",
  registered: "/list-registered-vending-machine",
  registeredUnit: "/list-registered-vending-machine/:serialNumber",
  transactionLedger: "/transaction-ledger",
  testMachine: "/test-vending-machine",
  sales: "/sales",
  accountDeletion: "/account-deletion",
  account: "/account",
  apiKeys: "/api-keys",
  webhooks: "/webhooks",
  reconciliation: "/reconciliation",
  settings: "/settings",
  alarms: "/alarms",
  health: "/health",
  jobs: "/jobs",
  audit: "/audit",
} as const;

export type PageName = keyof typeof paths;

/** The router's basename. */
export const basePath = "/inventory/v1.2";

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type PathParams<Page extends PageName> = Params<(typeof paths)[Page]>;

/** The address of one record's page: `pathTo("machine", { id })`. */
export function pathTo<Page extends PageName>(
  page: Page,
  ...[params]: PathParams<Page> extends never ? [] : [Record<PathParams<Page>, string>]
): string {
  return Object.entries<string>(params ?? {}).reduce(
    (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(value)),
    paths[page] as string,
  );
}
