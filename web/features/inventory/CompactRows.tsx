import { memo, type ReactNode, useMemo } from "react";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import SoldOutRisk from "../../records/SoldOutRisk.tsx";
import { figureText, lookWords, MachineName, TotalName, useChanges } from "./PivotRows.tsx";
import { countsOf, isSoldOut, type PivotRow, stockLook } from "./pivot.ts";

/** "3/5": so many cans in so many places. */
export const filledText = ({ inStock, assignedContainers }: BrandCounts): string =>
  `${figureText(inStock)}/${figureText(assignedContainers)}`;

/** What a cell leaves out, and what its colour means. */
export const filledWords = (counts: BrandCounts): string => {
  const { assignedContainers, empty, inStock, disabled } = counts;
  return `${assignedContainers} alloted, ${empty} empty, ${inStock} in-stock, ${disabled} disabled`;
};

/** The cans and places of all brands together. */
const sumOf = ({ brands }: PivotRow, shown: readonly string[]): BrandCounts => {
  const sum = { assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 };
  for (const brand of shown) {
    const counts = countsOf({ brands }, brand);
    for (const field of Object.keys(sum) as (keyof BrandCounts)[]) sum[field] += counts[field];
  }
  return sum;
};

interface CellProps {
  counts: BrandCounts;
  changes: number;
  isTotal: boolean;
  /** What it does not sell, where it is sold out. */
  risk: ReactNode;
}

function Cell({ counts, changes, isTotal, risk }: CellProps) {
  if (counts.assignedContainers === 0) return <td className="pivot-number pivot-zero">–</td>;
  const look = isTotal ? null : stockLook(counts);
  const failed = !isTotal && counts.disabled > 0;
  const text = filledText(counts);
  return (
    <td
      className={`pivot-number${look ? ` pivot-${look}` : ""}${failed ? " pivot-failed" : ""}`}
      title={filledWords(counts)}
    >
      {changes === 0 ? (
        text
      ) : (
        // A new key begins the glow anew.
        <span key={changes} className="glow">
          {text}
        </span>
      )}
      {look && <span className="unseen"> {lookWords[look]}</span>}
      {failed && <span className="unseen">, {counts.disabled} disabled</span>}
      {look === "out" && risk}
    </td>
  );
}

interface CellsProps {
  row: PivotRow;
  brands: readonly string[];
  changes?: readonly number[];
  isTotal?: boolean;
  /** The machine of the row; the total has none. */
  machine?: string;
}

function Cells({ row, brands, changes, isTotal = false, machine }: CellsProps) {
  const sum = sumOf(row, brands);
  const riskOf = (some: readonly string[]) =>
    machine && (
      <span className="pivot-risk">
        <SoldOutRisk machine={machine} brands={some} isShort />
      </span>
    );
  return (
    <>
      <td className="pivot-number pivot-sum" title={filledWords(sum)}>
        {filledText(sum)}
        {machine && riskOf(brands.filter((brand) => isSoldOut(row, [brand])))}
      </td>
      {brands.map((brand, at) => (
        <Cell
          key={brand}
          counts={countsOf(row, brand)}
          changes={changes?.[at] ?? 0}
          isTotal={isTotal}
          risk={riskOf([brand])}
        />
      ))}
    </>
  );
}

function Row({ row, brands }: { row: InventoryRow; brands: readonly string[] }) {
  const texts = useMemo(() => brands.map((brand) => filledText(countsOf(row, brand))), [row, brands]);
  const changes = useChanges(texts, brands);
  return (
    <tr className="row">
      <MachineName row={row} />
      <Cells row={row} brands={brands} changes={changes} machine={row._id} />
    </tr>
  );
}

/** One machine, a cell for each brand. Drawn anew only when its figures or the brands changed. */
export const CompactRow = memo(Row);

export function CompactTotal({ total, brands, count }: { total: PivotRow; brands: readonly string[]; count: number }) {
  return (
    <tfoot>
      <tr>
        <TotalName count={count} />
        <Cells row={total} brands={brands} isTotal />
      </tr>
    </tfoot>
  );
}
