import { memo } from "react";
import { Link } from "react-router-dom";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { Glow } from "../../ui/Glow.tsx";
import { brandColumns, figuresOf, type PivotRow } from "./pivot.ts";

const isFirstOfBrand = (at: number) => at >= 2 && (at - 2) % brandColumns.length === 0;
const figure = (count: number) => count.toLocaleString("en-IN");

/** The figures of a row; nothing reads as a quiet dash, so that what is there stands out. */
function Figures({ row, brands, glows }: { row: PivotRow; brands: readonly string[]; glows: boolean }) {
  return figuresOf(row, brands).map((count, at) => (
    <td
      // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its place.
      key={at}
      className={`pivot-number${isFirstOfBrand(at) ? " pivot-first" : ""}${count === 0 ? " pivot-zero" : ""}`}
    >
      {glows ? <Glow of={count}>{figure(count)}</Glow> : figure(count)}
    </td>
  ));
}

function Row({ row, brands }: { row: InventoryRow; brands: readonly string[] }) {
  return (
    <tr className="row">
      <th scope="row" className="pivot-name">
        <Link to={pathTo("machine", { id: row._id })} title={row.vendingMachineName}>
          {row.vendingMachineName}
        </Link>
      </th>
      <td className="pivot-id mono">{row.vendingMachineId}</td>
      <Figures row={row} brands={brands} glows />
    </tr>
  );
}

/** One machine. Drawn anew only when its figures or the brands changed. */
export const MachineRow = memo(Row);

export function TotalRow({ total, brands, count }: { total: PivotRow; brands: readonly string[]; count: number }) {
  return (
    <tfoot>
      <tr>
        <th scope="row" className="pivot-name">
          Total
        </th>
        <td className="pivot-id muted">
          {figure(count)} machine{count === 1 ? "" : "s"}
        </td>
        <Figures row={total} brands={brands} glows={false} />
      </tr>
    </tfoot>
  );
}
