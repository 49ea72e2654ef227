import { useDeferredValue } from "react";
import type { Column, RowTint } from "./column.ts";
import { Space, SpaceToCome } from "./rows-between.tsx";
import type { Selection, Toggle } from "./selection.ts";
import { TableRow } from "./TableRow.tsx";
import { useRowsAfterPage } from "./use-rows-after-page.ts";

interface GridRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  tint?: ((row: Row) => RowTint) | undefined;
  /** Those in sight, where not all are drawn. */
  within: { from: number; to: number } | null;
  rowHeight: number;
  active: string | null;
  setActive: (id: string) => void;
  selection?: Selection<Row> | undefined;
  toggle: Toggle;
  /** A skeleton stood in their place: nothing but they may take it. */
  hadBones: boolean;
}

/** More are below any window but a very high one. */
const firstRows = 30;

/**
 * Mounted when the rows are here: those in sight are drawn at once, the others in a turn of their own.
 */
export function GridRows<Row>(props: GridRowsProps<Row>) {
  const { rows, columns, rowId, tint, within, rowHeight, active, setActive, selection, toggle, hadBones } = props;
  const waits = useRowsAfterPage(!hadBones);
  const drawn = useDeferredValue(rows.length, firstRows);
  const { from, to } = within ?? { from: 0, to: Math.min(rows.length, Math.max(drawn, firstRows)) };
  if (waits) return <SpaceToCome rows={rows.length} rowHeight={rowHeight} />;
  // The row that Tab stops at may be out of sight and not drawn; then the first drawn one stands in.
  const shown = rows.slice(from, to);
  const stop = shown.some((row) => rowId(row) === active) ? active : shown[0] === undefined ? null : rowId(shown[0]);
  return (
    <>
      <Space rows={from} rowHeight={rowHeight} />
      {shown.map((row, offset) => {
        const id = rowId(row);
        return (
          <TableRow
            key={id}
            id={id}
            row={row}
            index={from + offset}
            columns={columns}
            tint={tint?.(row)}
            isActive={stop === id}
            onActive={setActive}
            {...(selection && {
              onToggle: toggle,
              isPicked: selection.picked.has(id),
              name: selection.nameOf(row),
            })}
          />
        );
      })}
      <Space rows={rows.length - to} rowHeight={rowHeight} />
    </>
  );
}
