/** One record of each kind, to whose page a route leads. */
export interface RouteIds {
  machine: string;
  product: string;
  profile: string;
  region: string;
  order: string;
  transaction: string;
  user: string;
  penalty: string;
  /** The serial number of a registered control unit, and of one that waits. */
  serialNumber: string;
  waiting: string;
}

export interface ConsoleRoute {
  path: (ids: RouteIds) => string;
  /** The page of one record. */
  isRecord?: boolean;
  /** Its heading of the first rank; a record's is its own name. */
  heading: string | null;
  /** Heads of its table, in their order, once there are rows (specification: Screens). */
  columns?: readonly string[];
  /** What else the page says: labels of fields, names of buttons, links and parts. */
  says?: readonly string[];
  /** What stands in its rows or cards, once there are any. */
  rowsSay?: readonly string[];
  /** Those of them that stand in a menu on a phone. */
  inMenuOnPhone?: readonly string[];
  /**
   * What the operator came to do, which the keyboard alone reaches: a button or a link by its name, the first `row`, or
   * `anything`, which it is where nothing is said; where it stands in a menu on a phone, through that. Null: there is
   * nothing to do.
   */
  primary?: string | null;
  /** The same where the list has no rows, where it is another thing: that of a `row` is then `anything`. */
  primaryOfNone?: string | null;
}

const list = (path: string, heading: string, more: Omit<ConsoleRoute, "path" | "heading"> = {}): ConsoleRoute => ({
  path: () => path,
  heading,
  ...more,
});
const record = (
  path: (ids: RouteIds) => string,
  says: readonly string[],
  more: Omit<Partial<ConsoleRoute>, "path" | "says"> = {},
): ConsoleRoute => ({ path, isRecord: true, heading: null, says, ...more });

const machineFields = ["Name", "Vending Machine Id", "Location", "Product Profile"];
const profileFields = ["Name", "GST", "Cans limit", "Deposit"];
const dates = ["Start Date", "End Date", "View By"];
const orderFilters = ["Vending Machine", "Payment Id", "Order Id", "Phone", ...dates];

/** The route table (specification: Routes) behind the sign-in, what each page shows, and then our own pages. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  list("/", "Home", {
    says: ["Add Vending Machine", "Vending Machine List", "Register Vending Machine"],
    inMenuOnPhone: ["Add Vending Machine", "Vending Machine List", "Register Vending Machine"],
    primary: "Add Vending Machine",
  }),
  list("/AddVendingMachine", "Add Vending Machine", { says: machineFields, primary: "Add Vending Machine" }),
  record(
    ({ machine }) => `/vendingMachine/${machine}`,
    ["Brand stock", "Containers", "Redis stock", "Manage Inventory"],
    { primary: "Manage Inventory", inMenuOnPhone: ["Manage Inventory"] },
  ),
  record(
    ({ machine }) => `/vendingMachine/${machine}/Inventory`,
    ["Add Containers", "Stock Update", "OPEN", "CLEAR", "ADD TO STOCK"],
  ),
  record(
    ({ machine }) => `/vendingMachine/${machine}?tab=settings`,
    ["Name", "Location", "Vending Machine Id", "Update Product Profile", "QR code"],
    { primary: "Manage Inventory", inMenuOnPhone: ["Manage Inventory"] },
  ),
  list("/products", "Products", { says: ["Add New Product"], primary: "Add New Product" }),
  list("/products/new", "Add New Product", {
    says: ["Brand", "Tagline", "Description", "Product type", "Price"],
    primary: "Add product",
  }),
  record(({ product }) => `/products/${product}`, ["Brand", "Price", "Image"]),
  list("/profiles", "Profiles", {
    says: ["Add New Profile"],
    rowsSay: ["GST", "Cans limit"],
    primary: "Add New Profile",
  }),
  list("/profiles/new", "Add New Profile", { says: profileFields, primary: "Add profile" }),
  record(({ profile }) => `/profiles/${profile}`, [...profileFields, "Manage Profile"]),
  list("/regions", "Regions", { says: ["Add New Region"], primary: "Add New Region" }),
  list("/regions/new", "Add New Region", { says: ["Name"], primary: "Add region" }),
  record(({ region }) => `/regions/${region}`, ["Profiles"]),
  list("/Orders", "Orders", {
    columns: ["Order Id", "Payment Id", "User", "Phone", "Vending Machine", "Net Amount", "GST", "Status", "Time"],
    says: orderFilters,
    primary: "row",
  }),
  record(({ order }) => `/orders/${order}`, ["Status", "Verify Payment", "Discount, penalty and deposit", "View"]),
  list("/Users", "Users", {
    columns: ["Name", "Phone", "Email", "Role"],
    says: ["Phone", "Email", "Add New User"],
    primary: "Add New User",
  }),
  list("/Users/new", "Add New User", { says: ["Name", "Phone", "Email"], primary: "Add user" }),
  record(
    ({ user }) => `/Users/${user}`,
    ["Name", "Daily limit", "Deposit", "Cans per machine and brand", "Penalties", "Notes", "Orders", "Transactions"],
  ),
  record(({ penalty }) => `/penalty/${penalty}`, ["Amount", "Quantity", "Paid", "Canceled", "Message", "Back"], {
    primary: "Back",
  }),
  list("/Transactions", "Transactions", {
    columns: [
      ...["Transaction Id", "User", "Phone", "Vending Machine", "Product", "Container Id", "Status", "Return Can"],
      ...["Container Open", "Time"],
    ],
    says: ["Vending Machine", "Transaction Id", "Phone", ...dates],
    primary: "row",
  }),
  record(({ transaction }) => `/transactions/${transaction}`, ["Comment"]),
  list("/downloads", "Download Purchase Data", {
    says: ["Vending Machine", "Start Date", "End Date", "Report Type", "Generate"],
    primary: "Generate",
  }),
  // It stays empty (specification: Redis).
  list("/redis", "Redis", { primary: null }),
  list("/live-status?state=All", "Live Status", {
    columns: ["SL NO.", "Vending Machine", "Vending Machine Id", "Status", "Last Seen Online", "Strength"],
    says: ["All", "Online", "Offline", "Unavailable"],
    primary: "row",
  }),
  list("/inventory-status", "Inventory Status", {
    says: ["Excel Download"],
    rowsSay: ["Total", "in stock of alloted"],
    primary: "Excel Download",
  }),
  list("/cans-in-stock", "Cans In Stock", {
    columns: ["VM Name", "VM ID", "Container ID", "Product", "Stocked On", "Days Old"],
    says: ["Vending Machine", ...dates, "Oldest", "Newest", "Download", "True", "False"],
    primary: "row",
  }),
  list("/inventory-status?show=All+columns", "Inventory Status", {
    says: ["Excel Download"],
    rowsSay: ["Total", "Alloted", "Empty", "In-stock", "Disabled"],
    primary: "Excel Download",
  }),
  list("/ledger", "Can Ledger", { says: ["Vending Machine", "Product", ...dates], primary: "row" }),
  list("/transaction-ledger", "Transaction Ledger", {
    columns: [
      ...["Id", "Transaction Id", "User", "Vending Machine", "Container Id", "Request Status", "Container Working"],
      ...["Type", "Time"],
    ],
    says: dates,
    primary: "row",
  }),
  list("/register-vending-machine", "Register Vending Machine", {
    columns: ["Serial Number", "Version", "Date"],
    rowsSay: ["Register", "Delete"],
    primary: "Register",
    primaryOfNone: "anything",
  }),
  list("/list-registered-vending-machine", "List Registered Vending Machine", {
    columns: ["Index", "Serial Number", "Name", "Version", "Date", "Permission"],
    says: ["Register Vending Machine"],
    inMenuOnPhone: ["Register Vending Machine"],
    primary: "row",
  }),
  list("/list-registered-vending-machine/new", "Register a control unit", {
    says: ["Serial Number", "Vending Machine"],
    primary: "Register",
  }),
  record(({ serialNumber }) => `/list-registered-vending-machine/${serialNumber}`, ["Name", "Version"]),
  record(({ waiting }) => `/list-registered-vending-machine/${waiting}`, ["Name", "Version", "Vending Machine"], {
    primary: "Register",
  }),
  list("/test-vending-machine", "Test Vending Machine", {
    says: [
      ...["Vending Machine", "Product", "Session ID", "Open Container", "Lock Status", "Check Open Container"],
      ...["Check Lock Status", "Stock Update", "Verify Lock Close", "Testing Feedback", "Ping Vending Machine"],
      ...["Restart Vending Machine", "Ping Data", "Lock Data", "Session Results", "Get Results"],
    ],
  }),
  list("/sales", "Sales", {
    columns: ["Month", "Date", "Sales", "Refundable Deposit", "Security Deposit", "GST", "Download"],
    says: dates,
  }),
  list("/account-deletion", "Account Deletion", {
    columns: ["Index", "Phone", "userId", "Requested On", "requestProcessed"],
    says: ["Back"],
    primary: "Back",
  }),
  list("/account", "Account", {
    says: ["Name", "Phone", "Email", "Role", "Where you are signed in", "New password"],
    primary: "Set password",
  }),
  list("/api-keys", "API Keys"),
  list("/webhooks", "Webhooks"),
  list("/payment-review", "Payments To Check"),
  list("/penalties", "Penalties"),
  list("/reconciliation", "Reconciliation"),
  list("/settings", "Settings"),
  list("/alarms", "Alarms"),
  list("/health", "Health"),
  // No worker has run where there are no records: there is nothing to look into.
  list("/jobs", "Jobs", {
    columns: ["What it does", "Job", "Schedule", "Last run", "Duration", "Next run", "Outcome", "Retry"],
    rowsSay: ["Failed, and not done since", "Latest runs"],
    primary: "Retry machine.advance",
    primaryOfNone: null,
  }),
  list("/audit", "Audit"),
  list("/nowhere", "Page Not Found", { says: ["Sorry, this page does not exist"] }),
];
