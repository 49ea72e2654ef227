import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Column, linkOf } from "./column.ts";
import type { Toggle } from "./selection.ts";

interface RowKeysOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Brings a row that is not drawn into sight. */
  show: (index: number) => void;
  /** Where rows can be picked: x picks one, with Shift all since the last. */
  onToggle?: Toggle;
}

const pageOfRows = 12;

/** Up, down, Home, End and the page keys go from row to row; Enter opens the record, x picks it. */
export function useRowKeys<Row>({ rows, rowId, columns, show, onToggle }: RowKeysOptions<Row>) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useRef<{ id: string; body: HTMLElement } | null>(null);

  const at = chosen === null ? -1 : rows.findIndex((row) => rowId(row) === chosen);
  const first = rows[0];
  const active = at >= 0 ? chosen : first === undefined ? null : rowId(first);

  // The row may have to be drawn before it can take the focus.
  useEffect(() => {
    if (!wanted.current) return;
    const { id, body } = wanted.current;
    const row = [...body.querySelectorAll<HTMLElement>("[data-row]")].find(({ dataset }) => dataset.row === id);
    if (!row) return;
    wanted.current = null;
    row.focus();
    row.scrollIntoView?.({ block: "nearest" });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const now = Math.max(0, at);
    const target = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + pageOfRows,
      PageUp: now - pageOfRows,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    const present = rows[now];
    if (event.key.toLowerCase() === "x" && present !== undefined && !event.ctrlKey && !event.metaKey) {
      onToggle?.(rowId(present), event.shiftKey);
      return;
    }
    if (event.key === "Enter" && present !== undefined) {
      const to = linkOf(columns, present);
      if (to) void navigate(to);
      return;
    }
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows.length - 1, target));
    const next = rows[index];
    if (next === undefined) return;
    wanted.current = { id: rowId(next), body: event.currentTarget };
    show(index);
    setChosen(rowId(next));
  };

  return { active, setActive: setChosen, keys: { onKeyDown } };
}
