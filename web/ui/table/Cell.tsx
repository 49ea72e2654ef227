import { Link } from "react-router-dom";
import { kindOf, valueText } from "#shared/sheets/list-column.ts";
import { Glow } from "../Glow.tsx";
import { RelativeTime } from "../RelativeTime.tsx";
import { type Column, glows } from "./column.ts";

/** What a cell shows: the column's own drawing, or its value; a link where it leads somewhere; a glow when it changes. */
export function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.value(row);
  const to = column.link?.(row) ?? null;
  const isTime = kindOf(column) === "time" && typeof value !== "boolean";
  const text = isTime ? <RelativeTime at={value} never="–" /> : valueText(value);
  const content = column.cell ? column.cell(row) : text;
  const linked = to === null ? content : <Link to={to}>{content}</Link>;
  const title = column.cell || isTime ? undefined : valueText(value);
  return (
    <span className="cell" title={title}>
      {glows(column) ? <Glow of={value}>{linked}</Glow> : linked}
    </span>
  );
}
