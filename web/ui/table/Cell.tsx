import type { ReactNode } from "react";
import { type CellValue, kindOf, valueText } from "#shared/sheets/list-column.ts";
import { groupedText } from "../count-text.ts";
import { DayTime } from "../DayTime.tsx";
import { Glow } from "../Glow.tsx";
import { IdTail } from "../Id.tsx";
import { Money } from "../Money.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import { StateChip } from "../StateChip.tsx";
import { CellLink } from "./CellLink.tsx";
import { type Column, glows, type ValueLook } from "./column.ts";

const looks: Record<ValueLook, (value: NonNullable<CellValue>) => ReactNode> = {
  money: (value) => <Money amount={Number(value)} />,
  moment: (value) => <DayTime at={String(value)} />,
  mono: (value) => <span className="mono">{value}</span>,
  id: (value) => <IdTail value={String(value)} />,
  figures: (value) => <span className="figures">{value}</span>,
  state: (value) => <StateChip state={String(value)} />,
  grouped: (value) => groupedText(Number(value)),
};

/** What a cell shows: the column's own drawing, or its value; a link where it leads somewhere; a glow when it changes. */
export function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.value(row);
  const to = column.link?.(row) ?? null;
  const isTime = kindOf(column) === "time" && typeof value !== "boolean";
  const plain = typeof value === "number" ? groupedText(value) : valueText(value);
  const text = isTime ? <RelativeTime at={value} never="–" /> : plain;
  const look = column.as && value !== null ? looks[column.as](value) : text;
  const content = column.cell ? column.cell(row) : look;
  const linked = to === null ? content : <CellLink to={to}>{content}</CellLink>;
  const title = column.cell || column.as || isTime ? undefined : valueText(value);
  return (
    <span className="cell" title={title}>
      {glows(column) ? <Glow of={value}>{linked}</Glow> : linked}
    </span>
  );
}
