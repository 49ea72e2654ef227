import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import { ledgerListColumns } from "#shared/ledger/ledger-list.ts";
import { pathTo } from "../../app/paths.ts";
import { IdTail } from "../../ui/Id.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayMoment } from "../../ui/times.ts";

const pageOf = ({ reference: { kind, id } }: LedgerEntry): string | null => {
  if (id === null) return null;
  if (kind === "order" || kind === "transaction") return pathTo(kind, { id });
  return kind === "operator" ? pathTo("user", { id }) : null;
};

/** An operator has a name. */
const hasId = new Set<LedgerEntry["reference"]["kind"]>(["order", "transaction"]);

/** On a phone: which cans, how many and where; who and when, and why where no page says so. */
export const ledgerColumns: Column<LedgerEntry>[] = shownColumns(ledgerListColumns, {
  time: { as: "moment", narrow: 124 },
  reference: {
    narrow: 112,
    onPhone: "title",
    cell: ({ reference: { kind, label } }) => (hasId.has(kind) ? <IdTail value={label} /> : label),
    phone: ({ product, vendingMachine }) => `${product.brand} · ${vendingMachine.name || vendingMachine._id}`,
    link: pageOf,
  },
  product: { narrow: 100 },
  user: {
    narrow: 96,
    onPhone: "line",
    link: ({ user }) => pathTo("user", { id: user._id }),
    phone: (row) => {
      const who = row.user.name || row.user.phone || row.user._id;
      return [who, dayMoment(Date.parse(row.time)), pageOf(row) === null ? row.message : ""]
        .filter(Boolean)
        .join(" · ");
    },
  },
  vendingMachine: { narrow: 108, link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine._id }) },
  credit: { narrow: 54 },
  debit: { narrow: 54 },
  message: { wide: true },
  total: {
    narrow: 64,
    onPhone: "side",
    phone: ({ credit, debit, total }) => (
      <>
        {credit > 0 ? `+${credit}` : `−${debit}`}
        <br />
        <span className="muted">total {total}</span>
      </>
    ),
  },
});
