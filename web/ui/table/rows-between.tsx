import type { Column } from "./column.ts";

interface BoneRowsProps<Row> {
  columns: readonly Column<Row>[];
  count: number;
  hasBoxes: boolean;
}

/** Rows before their records are here, in the final shape. */
export function BoneRows<Row>({ columns, count, hasBoxes }: BoneRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => row).map((row) => (
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

/** The place of rows that are drawn in the next turn. */
export const SpaceToCome = ({ rows, rowHeight }: { rows: number; rowHeight: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
  <tr aria-hidden="true">
    <td style={{ height: rows * rowHeight }}>
      <span className="bone" />
    </td>
  </tr>
);
