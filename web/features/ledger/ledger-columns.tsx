import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import type { Column } from "../../ui/table/column.ts";

const pageOf = ({ reference: { kind, id } }: LedgerEntry): string | null => {
  if (id === null) return null;
  if (kind === "order" || kind === "transaction") return pathTo(kind, { id });
  return kind === "operator" ? pathTo("user", { id }) : null;
};
/** 0 says nothing: a row either credits or debits. */
const orNothing = (count: number) => (count === 0 ? null : count);

/** As decisions name them, in their order. */
export const ledgerColumns: Column<LedgerEntry>[] = [
  {
    id: "time",
    head: "Time",
    kind: "time",
    width: 154,
    onPhone: "field",
    value: ({ time }) => time,
    cell: ({ time }) => <DayTime at={time} />,
  },
  {
    id: "reference",
    head: "Reference",
    width: 172,
    onPhone: "field",
    value: ({ reference: { label } }) => label,
    link: pageOf,
  },
  {
    id: "user",
    head: "User",
    width: 136,
    onPhone: "field",
    value: ({ user }) => user.name || user.phone || user._id,
    link: ({ user }) => pathTo("user", { id: user._id }),
  },
  { id: "product", head: "Product", width: 140, onPhone: "field", value: ({ product }) => product.brand },
  {
    id: "vendingMachine",
    head: "Vending Machine",
    width: 168,
    onPhone: "field",
    value: ({ vendingMachine }) => vendingMachine.name || vendingMachine._id,
    link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine._id }),
  },
  {
    id: "credit",
    head: "Credit",
    kind: "number",
    width: 76,
    onPhone: "field",
    value: ({ credit }) => orNothing(credit),
  },
  { id: "debit", head: "Debit", kind: "number", width: 76, onPhone: "field", value: ({ debit }) => orNothing(debit) },
  { id: "total", head: "Total", kind: "number", width: 76, onPhone: "field", value: ({ total }) => total },
  { id: "message", head: "Message", width: 160, onPhone: "field", value: ({ message }) => message },
];
