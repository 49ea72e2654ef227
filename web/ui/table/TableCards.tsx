import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { Cell } from "./Cell.tsx";
import type { Column } from "./column.ts";

interface TableCardsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  tint?: (row: Row) => "danger" | undefined;
  isLoading: boolean;
}

const drawAllUpTo = 60;
const cardPixels = 65;
const bones = Array.from({ length: 6 }, (_, row) => row);

/** Up to three columns: those marked for the phone, else the first three. */
function fieldsOf<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find((column) => column.onPhone === "title") ?? columns[0];
  const side = columns.find((column) => column.onPhone === "side") ?? columns.filter((column) => column !== title)[1];
  const line = columns.find((column) => column.onPhone === "line") ?? columns.find((c) => c !== title && c !== side);
  return { title, line, side };
}

/** The table on a phone: each row a card of the three fields that matter. The page scrolls, not the list. */
export function TableCards<Row>({ label, columns, rows, rowId, tint, isLoading }: TableCardsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > drawAllUpTo;
  const { title, line, side } = fieldsOf(columns);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => cardPixels,
    scrollMargin: top,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const from = isLong ? (items[0]?.index ?? 0) : 0;
  const to = isLong ? (items.at(-1)?.index ?? -1) + 1 : rows.length;
  return (
    <ul ref={list} className="row-cards" aria-label={label}>
      {isLoading &&
        bones.map((row) => (
          <li key={row} className="row-card" aria-hidden="true">
            <span className="bone" style={{ width: `${50 + ((row * 17) % 30)}%` }} />
          </li>
        ))}
      {from > 0 && <li aria-hidden="true" style={{ height: from * cardPixels }} />}
      {rows.slice(from, to).map((row) => {
        const danger = tint?.(row);
        return (
          <li key={rowId(row)} className={`row-card${danger ? ` row-${danger}` : ""}`}>
            {title && (
              <div className="row-card-title">
                <Cell column={title} row={row} />
              </div>
            )}
            {side && (
              <div className="row-card-side">
                <Cell column={side} row={row} />
              </div>
            )}
            {line && (
              <div className="row-card-line">
                <Cell column={line} row={row} />
              </div>
            )}
          </li>
        );
      })}
      {to < rows.length && <li aria-hidden="true" style={{ height: (rows.length - to) * cardPixels }} />}
    </ul>
  );
}
