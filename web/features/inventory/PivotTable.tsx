import { useRef } from "react";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { narrowWindow } from "../../ui/table/column.ts";
import { useRowWindow } from "../../ui/table/use-row-window.ts";
import { useRowsAfterPage } from "../../ui/table/use-rows-after-page.ts";
import { useMedia } from "../../ui/use-media.ts";
import { CompactRow, CompactTotal } from "./CompactRows.tsx";
import { CompactHead, PivotHead } from "./PivotHead.tsx";
import { MachineRow, TotalRow } from "./PivotRows.tsx";
import { brandColumns, type PivotRow } from "./pivot.ts";
import { useEdges } from "./use-edges.ts";
import type { PivotHeader } from "./use-pivot.ts";

interface PivotTableProps {
  rows: readonly InventoryRow[];
  total: PivotRow;
  /** How many machines are in the total. */
  count?: number;
  brands: readonly string[];
  headerRows: readonly PivotHeader[][];
  /** One column per brand. */
  isCompact?: boolean;
  /** Where each brand is one column: shows the machines alone that are sold out of it. */
  onSoldOut?: (brand: string) => void;
}

/** Below this many rows all are drawn; above, only those in sight. */
const drawAllUpTo = 60;
/**
 * Widths of the first columns; if every brand is one column, they are narrower in a narrow window, so that words stay
 * whole.
 */
const [nameWidth, totalWidth] = [204, 84];
const [shortName, shortTotal] = [172, 64];
/** Width of each column of a brand; a compact one is wider if there is room. */
const [brandWidth, compactWidth] = [60, 61];

/** Machines down, brands across; heads, first column and total stay in sight. */
export function PivotTable(props: PivotTableProps) {
  const { rows, total, count = rows.length, brands, headerRows, isCompact = false, onSoldOut } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMedia("(pointer: coarse)") ? 48 : 44;
  const { isLong, from, to } = useRowWindow(scroller, { count: rows.length, rowHeight, drawAllUpTo });
  const drawn = useRowsAfterPage() ? { from: 0, to: 0 } : { from, to };
  const totals = isCompact ? 1 : 2;
  const isShort = useMedia(narrowWindow) && isCompact;
  const [ofName, ofTotal] = isShort ? [shortName, shortTotal] : [nameWidth, totalWidth];
  const ofBrands = brands.length * (isCompact ? 1 : brandColumns.length);
  const columns = 1 + totals + ofBrands;
  const width = ofName + totals * ofTotal + ofBrands * (isCompact ? compactWidth : brandWidth);
  const Row = isCompact ? CompactRow : MachineRow;
  const space = (hidden: number) =>
    hidden > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
      <tr aria-hidden="true">
        <td colSpan={columns} style={{ height: hidden * rowHeight, padding: 0 }} />
      </tr>
    );
  useEdges(scroller, width);
  return (
    <div className="pivot-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section ref={scroller} className="pivot-scroll" tabIndex={0} aria-label="Inventory status">
        <table
          className={`pivot${isCompact ? " pivot-compact" : ""}`}
          style={{ minWidth: width }}
          aria-rowcount={isLong ? rows.length + (isCompact ? 2 : 3) : undefined}
        >
          <colgroup>
            <col style={{ width: ofName }} />
            <col span={totals} style={{ width: ofTotal }} />
            {ofBrands > 0 && <col span={ofBrands} style={isCompact ? undefined : { width: brandWidth }} />}
          </colgroup>
          {isCompact ? <CompactHead headerRows={headerRows} /> : <PivotHead headerRows={headerRows} />}
          <tbody>
            {space(drawn.from)}
            {rows.slice(drawn.from, drawn.to).map((row) => (
              <Row key={row._id} row={row} brands={brands} />
            ))}
            {space(rows.length - drawn.to)}
          </tbody>
          {isCompact ? (
            <CompactTotal
              total={total}
              brands={brands}
              count={count}
              rows={rows}
              onSoldOut={(brand) => onSoldOut?.(brand)}
            />
          ) : (
            <TotalRow total={total} brands={brands} count={count} />
          )}
        </table>
      </section>
    </div>
  );
}
