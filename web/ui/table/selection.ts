import { useCallback, useRef } from "react";

/** Rows that are picked for an action: the table shows a box for each. */
export interface Selection<Row> {
  picked: ReadonlySet<string>;
  /** Picks or leaves these rows. */
  onPick: (rows: readonly Row[], isPicked: boolean) => void;
  /** Names a row for readers: "Select CUSAT Library". */
  nameOf: (row: Row) => string;
}

/** A row's box was pressed; with Shift it is the end of a range that began at the box before. */
export type Toggle = (id: string, isRange: boolean) => void;

interface PickingOptions<Row> {
  selection: Selection<Row> | undefined;
  /** As they are shown. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
}

/** What a press on a row's box does, and on the one in the head. `toggle` stays the same, so that no row is drawn anew. */
export function usePicking<Row>(options: PickingOptions<Row>) {
  const latest = useRef(options);
  latest.current = options;
  const from = useRef<string | null>(null);

  const toggle: Toggle = useCallback((id, isRange) => {
    const { selection, rows, rowId } = latest.current;
    const at = rows.findIndex((row) => rowId(row) === id);
    if (!selection || at < 0) return;
    const isPicked = !selection.picked.has(id);
    const other = isRange ? rows.findIndex((row) => rowId(row) === from.current) : at;
    const [first, last] = other < 0 ? [at, at] : [Math.min(at, other), Math.max(at, other)];
    selection.onPick(rows.slice(first, last + 1), isPicked);
    from.current = id;
  }, []);

  const { selection, rows, rowId } = options;
  const picked = selection?.picked;
  const count = picked && picked.size > 0 ? rows.filter((row) => picked.has(rowId(row))).length : 0;
  return {
    toggle,
    isAll: rows.length > 0 && count === rows.length,
    isSome: count > 0 && count < rows.length,
    toggleAll: () => selection?.onPick(rows, count < rows.length),
  };
}
