import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { countText } from "../../ui/count-text.ts";
import type { Column } from "../../ui/table/column.ts";
import { driftWords } from "./drift-words.ts";

const salesOf = (day: string | null) => new URLSearchParams({ startDate: day ?? "", endDate: day ?? "" });

/** Where what it is about is read. */
const causeOf = ({ kind, user, cause, day }: Drift): string | null => {
  if (kind === "sales") return `${paths.sales}?${salesOf(day)}`;
  // What is not there has no page.
  if (cause) return cause.name ? pathTo(kind === "order" ? "order" : "transaction", { id: cause._id }) : null;
  return user && pathTo("user", { id: user._id });
};

/** Where its rows are read: the ledger narrowed to them, the orders of the day, or the user's page. */
const rowsOf = ({ kind, user, day, vendingMachine, product }: Drift): string | null => {
  if (kind === "sales") return `${paths.orders}?${salesOf(day)}&status=payment+successful`;
  if (!user) return null;
  if (kind !== "cans" && !product) return pathTo("user", { id: user._id });
  const query = new URLSearchParams({ userId: user._id });
  if (vendingMachine) query.set("vendingMachine", vendingMachine._id);
  if (product) query.set("product", product._id);
  return `${paths.ledger}?${query}`;
};

export const driftColumns: Column<Drift>[] = [
  { id: "words", head: "What differs", width: 420, onPhone: "whole", value: driftWords, link: causeOf },
  {
    id: "user",
    head: "User",
    width: 180,
    onPhone: "field",
    value: ({ user }) => user && (user.name || user.phone || user._id),
    link: ({ user }) => user && pathTo("user", { id: user._id }),
  },
  {
    id: "vendingMachine",
    head: "Vending Machine",
    width: 170,
    onPhone: "field",
    value: ({ vendingMachine }) => vendingMachine && (vendingMachine.name || vendingMachine._id),
    link: ({ vendingMachine }) => vendingMachine && pathTo("machine", { id: vendingMachine._id }),
  },
  { id: "product", head: "Product", width: 130, onPhone: "field", value: ({ product }) => product?.brand ?? null },
  {
    id: "rowCount",
    head: "Rows",
    width: 110,
    onPhone: "field",
    value: ({ kind, rowCount }) => countText(rowCount, kind === "sales" ? "order" : "row"),
    link: rowsOf,
  },
];
