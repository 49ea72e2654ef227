import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { countText } from "../../ui/count-text.ts";
import type { Column } from "../../ui/table/column.ts";

const figures: Record<string, string> = {
  current: "Cans here",
  totalCans: "Total cans",
  deposit: "Deposit (₹)",
  securityDeposit: "Security deposit (₹)",
  depositBought: "Deposits bought",
  depositUsed: "Deposits used",
  freeDeposit: "Free deposits",
  penaltiesOwed: "Penalties owed",
};

/** Where its rows are read: the ledger narrowed to them, or the user's page. */
const rowsOf = ({ kind, user, vendingMachine, product }: Drift): string => {
  if (kind !== "cans") return pathTo("user", { id: user._id });
  const query = new URLSearchParams({ userId: user._id });
  if (vendingMachine) query.set("vendingMachine", vendingMachine._id);
  if (product) query.set("product", product._id);
  return `${paths.ledger}?${query}`;
};

export const driftColumns: Column<Drift>[] = [
  {
    id: "user",
    head: "User",
    width: 180,
    onPhone: "field",
    value: ({ user }) => user.name || user.phone || user._id,
    link: ({ user }) => pathTo("user", { id: user._id }),
  },
  { id: "figure", head: "Figure", width: 160, onPhone: "field", value: ({ figure }) => figures[figure] ?? figure },
  {
    id: "vendingMachine",
    head: "Vending Machine",
    width: 170,
    onPhone: "field",
    value: ({ vendingMachine }) => vendingMachine && (vendingMachine.name || vendingMachine._id),
    link: ({ vendingMachine }) => vendingMachine && pathTo("machine", { id: vendingMachine._id }),
  },
  { id: "product", head: "Product", width: 130, onPhone: "field", value: ({ product }) => product?.brand ?? null },
  { id: "account", head: "Account", kind: "number", onPhone: "field", value: ({ account }) => account, as: "grouped" },
  {
    id: "rows",
    head: "Sum of rows",
    kind: "number",
    width: 120,
    onPhone: "field",
    value: ({ rows }) => rows,
    as: "grouped",
  },
  {
    id: "rowCount",
    head: "Rows",
    width: 110,
    onPhone: "field",
    value: ({ rowCount }) => countText(rowCount, "row"),
    link: rowsOf,
  },
];
