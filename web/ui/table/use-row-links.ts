import type { MouseEvent } from "react";
import { useHref, useNavigate } from "react-router-dom";
import { type Column, linkOf } from "./column.ts";

/** Something in the row that acts by itself. */
export const acts = "a, button, input, select, label, summary";

interface RowLinksOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
}

/**
 * A press on a link in a row follows the link, a press beside it leads to the row's record. One handler for all rows.
 */
export function useRowLinks<Row>({ rows, rowId, columns }: RowLinksOptions<Row>) {
  const navigate = useNavigate();
  const base = useHref("/");

  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Somebody opens it in another tab, or in another window.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || !(event.target instanceof Element)) return;
    const link = event.target.closest("a");
    const to = link?.dataset.to;
    if (link && to !== undefined && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void navigate(to, { replace: link.href === window.location.href });
      return;
    }
    // Somebody who marks text does not want to leave.
    if (event.target.closest(acts) || window.getSelection()?.toString()) return;
    const id = event.target.closest<HTMLElement>("[data-row]")?.dataset.row;
    const row = rows.find((one) => rowId(one) === id);
    const leads = row === undefined ? null : linkOf(columns, row);
    if (leads) void navigate(leads);
  };
  return { base, presses: { onClick } };
}
