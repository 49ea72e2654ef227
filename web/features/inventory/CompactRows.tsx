import { memo, type ReactNode, useMemo } from "react";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import SoldOutRisk from "../../records/SoldOutRisk.tsx";
import { figureText, lookWords, MachineName, TotalName, useChanges } from "./PivotRows.tsx";
import { countsOf, isSoldOut, type PivotRow, stockLook } from "./pivot.ts";

/** "3/5": cans in stock, and containers assigned. */
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
  /** What it does not sell, where it is sold out. */
  risk: ReactNode;
}

function Cell({ counts, changes, risk }: CellProps) {
  if (counts.assignedContainers === 0) return <td className="pivot-number pivot-zero">–</td>;
  const look = stockLook(counts);
  const failed = counts.disabled > 0;
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

function Row({ row, brands }: { row: InventoryRow; brands: readonly string[] }) {
  const texts = useMemo(() => brands.map((brand) => filledText(countsOf(row, brand))), [row, brands]);
  const changes = useChanges(texts, brands);
  const sum = sumOf(row, brands);
  const riskOf = (some: readonly string[]) => (
    <span className="pivot-risk">
      <SoldOutRisk machine={row._id} brands={some} isShort />
    </span>
  );
  return (
    <tr className="row">
      <MachineName row={row} />
      <td className="pivot-number pivot-sum" title={filledWords(sum)}>
        {filledText(sum)}
        {riskOf(brands.filter((brand) => isSoldOut(row, [brand])))}
      </td>
      {brands.map((brand, at) => (
        <Cell key={brand} counts={countsOf(row, brand)} changes={changes[at] ?? 0} risk={riskOf([brand])} />
      ))}
    </tr>
  );
}

/** One machine, a cell for each brand. Drawn anew only when its figures or the brands changed. */
export const CompactRow = memo(Row);

interface CompactTotalProps {
  total: PivotRow;
  brands: readonly string[];
  /** How many machines are in the total. */
  count: number;
  rows: readonly InventoryRow[];
  /** Shows the machines alone that are sold out of it. */
  onSoldOut: (brand: string) => void;
}

/** The same of many machines: where it is wider than its column, it goes on beneath the slash. */
function FilledSum({ counts: { inStock, assignedContainers } }: { counts: BrandCounts }) {
  return (
    <>
      {figureText(inStock)}/<wbr />
      {figureText(assignedContainers)}
    </>
  );
}

/** The sums, and of each brand at how many machines it is sold out, which leads to them; of a page of many, the sums. */
export function CompactTotal({ total, brands, count, rows, onSoldOut }: CompactTotalProps) {
  const sum = sumOf(total, brands);
  return (
    <tfoot>
      <tr>
        <TotalName count={count} />
        <td className="pivot-number pivot-sum" title={filledWords(sum)}>
          <FilledSum counts={sum} />
        </td>
        {brands.map((brand) => {
          const out = count === rows.length ? rows.filter((row) => isSoldOut(row, [brand])).length : 0;
          const counts = countsOf(total, brand);
          return (
            <td key={brand} className="pivot-number" title={filledWords(counts)}>
              {counts.assignedContainers > 0 ? <FilledSum counts={counts} /> : "–"}
              {out > 0 && (
                <button type="button" className="pivot-out-at" onClick={() => onSoldOut(brand)}>
                  {`${figureText(out)} out`} <span className="unseen">of {brand}</span>
                </button>
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
