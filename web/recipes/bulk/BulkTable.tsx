import { lazy, Suspense } from "react";
import { useAtomValue } from "../../state/jotai.ts";
import { Table, type TableProps } from "../../ui/table/Table.tsx";
import type { Bulk } from "./use-bulk.ts";

const BulkBar = lazy(() => import("./BulkBar.tsx"));

/** A table of which several rows can be picked; what is done to them comes with the first one. */
export function BulkTable<Row>({ bulk, ...table }: Omit<TableProps<Row>, "selection" | "bar"> & { bulk: Bulk<Row> }) {
  const run = useAtomValue(bulk.run);
  const isUsed = bulk.chosen.length > 0 || run !== null;
  return (
    <Table
      {...table}
      selection={bulk.selection}
      bar={
        isUsed && (
          <Suspense fallback={null}>
            {/* Which rows they are, the bar does not ask. */}
            <BulkBar bulk={bulk as Bulk<unknown>} />
          </Suspense>
        )
      }
    />
  );
}
