import { memo, useLayoutEffect, useRef } from "react";
import { kindOf } from "#shared/sheets/list-column.ts";
import { Cell } from "./Cell.tsx";
import { type Column, linkOf, type RowTint } from "./column.ts";
import { PickBox } from "./PickBox.tsx";
import type { Toggle } from "./selection.ts";
import { acts } from "./use-row-links.ts";

interface TableRowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  tint: RowTint;
  isActive: boolean;
  onActive: (id: string) => void;
  /** Where rows can be picked. */
  onToggle?: Toggle;
  isPicked?: boolean;
  /** Names its box. */
  name?: string;
}

function Row<Row>(props: TableRowProps<Row>) {
  const { id, row, index, columns, tint, isActive, onActive, onToggle, isPicked = false, name = "" } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const link = linkOf(columns, row);
  const last = columns.at(-1);
  const lastIsNumber = last !== undefined && kindOf(last) === "number";

  // Only the active row and its links are stops for Tab; the arrows go to the other rows.
  useLayoutEffect(() => {
    for (const part of element.current?.querySelectorAll<HTMLElement>(acts) ?? []) part.tabIndex = isActive ? 0 : -1;
  });

  return (
    <tr
      ref={element}
      data-row={id}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      className={`row${tint ? ` row-${tint}` : ""}${link ? " row-leads" : ""}${isPicked ? " row-picked" : ""}`}
      onFocus={() => onActive(id)}
    >
      {onToggle && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box itself takes the keys; its cell makes it larger for a mouse.
        <td
          className="cell-pick"
          onClick={(event) => {
            // The row does not lead anywhere from here.
            if (event.target !== event.currentTarget) return event.stopPropagation();
            event.preventDefault();
            onToggle(id, event.shiftKey);
          }}
        >
          <PickBox label={`Select ${name}`} isPicked={isPicked} onToggle={(isRange) => onToggle(id, isRange)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={kindOf(column) === "number" ? "cell-number" : undefined}
          // The space beneath the column chooser is its own.
          colSpan={column === last && !lastIsNumber ? 2 : undefined}
        >
          <Cell column={column} row={row} />
        </td>
      ))}
      {lastIsNumber && <td />}
    </tr>
  );
}

/** Drawn anew only when its record, its columns or its focus changed. */
export const TableRow = memo(Row) as typeof Row;
