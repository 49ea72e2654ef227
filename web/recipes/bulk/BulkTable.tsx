import { useAtomValue } from "../../state/jotai.ts";
import { later } from "../../ui/later.tsx";
import { Table, type TableProps } from "../../ui/table/Table.tsx";
import type { Bulk } from "./use-bulk.ts";

const BulkBar = later(() => import("./BulkBar.tsx"));

interface BulkTableProps<Row> extends Omit<TableProps<Row>, "rowId" | "things" | "selection" | "bar"> {
  bulk: Bulk<Row>;
}

/** A table of which several rows can be picked; what is done to them comes with the first one. */
export function BulkTable<Row>({ bulk, ...table }: BulkTableProps<Row>) {
  const run = useAtomValue(bulk.run);
  const isUsed = bulk.chosen.length > 0 || run !== null;
  return (
    <Table
      {...table}
      rowId={bulk.rowId}
      things={bulk.things}
      selection={bulk.selection}
      bar={
        // The bar does not depend on the type of the rows.
        isUsed && <BulkBar bulk={bulk as Bulk<unknown>} />
      }
    />
  );
}
