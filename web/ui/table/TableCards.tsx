import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { Cell } from "./Cell.tsx";
import type { Column, RowTint } from "./column.ts";
import { PickBox } from "./PickBox.tsx";
import { type Selection, type Toggle, usePicking } from "./selection.ts";

interface TableCardsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  tint?: (row: Row) => RowTint;
  isLoading: boolean;
  selection?: Selection<Row>;
  boneRows: number;
}

const drawAllUpTo = 60;
/** Two lines a row: ten rows fit on the screen of a phone. */
const cardPixels = 56;
/** Fields stand three in a line; as cards.css draws it. */
const fieldsInLine = 3;
const pixelsOf = (lines: number) => 46 * lines + 17;

const onCard = <Row,>(column: Column<Row> | undefined): Column<Row> | undefined =>
  column?.phone ? { ...column, cell: column.phone } : column;

/** Up to three columns: those marked for the phone, else the first three. */
function fieldsOf<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find((column) => column.onPhone === "title") ?? columns[0];
  const side = columns.find((column) => column.onPhone === "side") ?? columns.filter((column) => column !== title)[1];
  const line = columns.find((column) => column.onPhone === "line") ?? columns.find((c) => c !== title && c !== side);
  return { title: onCard(title), line: onCard(line), side: onCard(side) };
}

interface CardProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/** Each value beneath its head. */
function Fields<Row>({ columns, row }: CardProps<Row>) {
  return (
    <dl className="row-card-fields">
      {columns.map((column) => (
        <div key={column.id} className={column.onPhone === "whole" ? "row-card-whole" : undefined}>
          <dt className={column.saysItself ? "unseen" : undefined}>{column.head}</dt>
          <dd>
            <Cell column={column} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ThreeFields<Row>({ columns, row }: CardProps<Row>) {
  const { title, line, side } = fieldsOf(columns);
  return (
    <>
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
    </>
  );
}

interface RowCardsProps<Row> extends Omit<TableCardsProps<Row>, "label" | "isLoading" | "boneRows"> {
  toggle: Toggle;
  /** Those in sight, where not all are drawn. */
  within: { from: number; to: number } | null;
  fields: readonly Column<Row>[];
  pixels: number;
  isOneHeight: boolean;
  /** A list that is drawn whole lets each card be as tall as its content. */
  grows: boolean;
}

/** More are below the window of any phone. */
const firstCards = 20;

/** Mounted when the rows are here: those in sight are drawn at once, the others in a turn of their own. */
function RowCards<Row>(props: RowCardsProps<Row>) {
  const { columns, rows, rowId, tint, selection, toggle, within, fields, pixels, isOneHeight, grows } = props;
  const drawn = useDeferredValue(rows.length, firstCards);
  const { from, to } = within ?? { from: 0, to: Math.min(rows.length, Math.max(drawn, firstCards)) };
  const height = isOneHeight ? { height: pixels } : fields.length > 0 ? { minHeight: pixels } : undefined;
  return (
    <>
      {from > 0 && <li aria-hidden="true" style={{ height: from * pixels }} />}
      {rows.slice(from, to).map((row) => {
        const tinted = tint?.(row);
        const id = rowId(row);
        const isPicked = selection?.picked.has(id) ?? false;
        return (
          <li
            key={id}
            className={`row-card${grows ? " row-card-grows" : ""}${tinted ? ` row-${tinted}` : ""}${selection ? " row-card-picks" : ""}${isPicked ? " row-picked" : ""}`}
            style={height}
          >
            {selection && (
              // biome-ignore lint/a11y/noLabelWithoutControl: its box stands in PickBox.
              <label className="row-card-pick">
                <PickBox
                  label={`Select ${selection.nameOf(row)}`}
                  isPicked={isPicked}
                  onToggle={(isRange) => toggle(id, isRange)}
                />
              </label>
            )}
            {fields.length > 0 ? <Fields columns={fields} row={row} /> : <ThreeFields columns={columns} row={row} />}
          </li>
        );
      })}
      {to < rows.length && <li aria-hidden="true" style={{ height: (rows.length - to) * pixels }} />}
    </>
  );
}

/** The table on a phone: each row a card of the fields that matter. The page scrolls, not the list. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, columns, rows, rowId, tint, isLoading, boneRows, selection } = props;
  const { toggle } = usePicking({ selection, rows, rowId });
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const fields = columns.filter(({ onPhone }) => onPhone === "field" || onPhone === "whole");
  // Sentences are of any height.
  const isLong = rows.length > drawAllUpTo && !fields.some(({ onPhone }) => onPhone === "whole");
  const lines = Math.ceil(fields.length / fieldsInLine);
  const pixels = lines > 0 ? pixelsOf(lines) : cardPixels;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => pixels,
    scrollMargin: top,
    overscan: 8,
  });
  const items = isLong ? virtual.getVirtualItems() : [];
  const from = isLong ? (items[0]?.index ?? 0) : 0;
  const to = isLong ? (items.at(-1)?.index ?? -1) + 1 : rows.length;
  return (
    <ul ref={list} className={`row-cards${isLoading ? " bones-as-one" : ""}`} aria-label={label}>
      {isLoading &&
        Array.from({ length: boneRows }, (_, row) => row).map((row) => (
          <li key={row} className="row-card" style={{ height: pixels }} aria-hidden="true">
            <span className="bone" style={{ width: `${50 + ((row * 17) % 30)}%` }} />
          </li>
        ))}
      {!isLoading && (
        <RowCards
          columns={columns}
          rows={rows}
          rowId={rowId}
          tint={tint}
          selection={selection}
          toggle={toggle}
          within={isLong ? { from, to } : null}
          fields={fields}
          pixels={pixels}
          isOneHeight={isLong}
          grows={lines > 0 && !isLong}
        />
      )}
    </ul>
  );
}
