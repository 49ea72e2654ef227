import { useMemo } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { owedAtomOf } from "../../records/owed.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { type OwedRow, owedRows } from "./owed-rows.ts";

/** Whose customers find too little: the figure alone, because nearly every row may be one. */
const Missing = ({ missing }: OwedRow) => (missing > 0 ? <span className="owed-missing">{missing}</span> : missing);

const columns: Column<OwedRow>[] = [
  {
    id: "machineName",
    head: "Vending Machine",
    width: 240,
    onPhone: "line",
    phone: ({ machineName, inStock, owed }) => `${machineName} · ${inStock} of ${owed} owed`,
    value: ({ machineName }) => machineName,
    link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine }),
  },
  { id: "brand", head: "Brand", width: 180, onPhone: "title", value: ({ brand }) => brand },
  { id: "inStock", head: "In-stock", kind: "number", value: ({ inStock }) => inStock },
  { id: "owed", head: "Owed", kind: "number", value: ({ owed }) => owed },
  {
    id: "missing",
    head: "Missing",
    kind: "number",
    onPhone: "side",
    value: ({ missing }) => missing,
    cell: Missing,
    phone: ({ missing }) => missing > 0 && <span className="owed-missing">{missing} missing</span>,
  },
];
const idOf = ({ id }: OwedRow) => id;

/** Cans that customers have bought and not yet taken, beside those that stand there, per machine and brand. */
export function OwedTable({ stock, find }: { stock: readonly InventoryRow[]; find: string }) {
  const [load, send] = useAtom(owedAtomOf("all"));
  const rows = useMemo(() => mapLoad(load, (owed) => owedRows(owed, stock, find)), [load, stock, find]);
  return (
    <Table
      label="Owed to customers"
      columns={columns}
      of={rows}
      onRetry={() => send({ do: "retry" })}
      rowId={idOf}
      things={["brand at a machine", "brands at machines"]}
      empty={
        <Empty title={find ? `Nothing is owed at “${find}”` : "No customer has a can to take"} icon="pi-check-circle" />
      }
    />
  );
}
