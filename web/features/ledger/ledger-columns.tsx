import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import { ledgerListColumns } from "#shared/ledger/ledger-columns.ts";
import { pathTo } from "../../app/paths.ts";
import { type Column, shownColumns } from "../../ui/table/column.ts";

const pageOf = ({ reference: { kind, id } }: LedgerEntry): string | null => {
  if (id === null) return null;
  if (kind === "order" || kind === "transaction") return pathTo(kind, { id });
  return kind === "operator" ? pathTo("user", { id }) : null;
};

/** An operator has a name. */
const hasId = new Set<LedgerEntry["reference"]["kind"]>(["order", "transaction"]);
const onPhone = "field";

export const ledgerColumns: Column<LedgerEntry>[] = shownColumns(ledgerListColumns, {
  time: { onPhone, as: "moment" },
  reference: {
    onPhone,
    cell: ({ reference: { kind, label } }) => <span className={hasId.has(kind) ? "mono" : undefined}>{label}</span>,
    link: pageOf,
  },
  user: { onPhone, link: ({ user }) => pathTo("user", { id: user._id }) },
  product: { onPhone },
  vendingMachine: { onPhone, link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine._id }) },
  credit: { onPhone },
  debit: { onPhone },
  total: { onPhone },
  message: { onPhone },
});
