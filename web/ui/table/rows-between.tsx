import type { Column } from "./column.ts";

const bones = Array.from({ length: 10 }, (_, row) => row);

/** Rows before their records are here, in the final shape. */
export function BoneRows<Row>({ columns, hasBoxes }: { columns: readonly Column<Row>[]; hasBoxes: boolean }) {
  return bones.map((row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
    <tr key={row} className="row-bone" aria-hidden="true">
      {hasBoxes && <td />}
      {columns.map((column, at) => (
        <td key={column.id}>
          <span className="bone" style={{ width: `${40 + ((row * 17 + at * 29) % 45)}%` }} />
        </td>
      ))}
      <td />
    </tr>
  ));
}

/** The place of rows that are out of sight and not drawn. */
export function Space({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  if (rows <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
  return <tr aria-hidden="true" style={{ height: rows * rowHeight }} />;
}
