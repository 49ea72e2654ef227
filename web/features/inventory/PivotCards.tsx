import "./pivot-cards.css";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { countText, groupedText } from "../../ui/count-text.ts";
import { Heads } from "../../ui/Heads.tsx";
import { brandColumns, countsOf, type PivotRow, stockLook } from "./pivot.ts";

const words = { out: "sold out", low: "low" } as const;

function Count({ of, field }: { of: BrandCounts; field: keyof BrandCounts }) {
  const look = field === "inStock" ? stockLook(of) : null;
  return (
    <td className={look ? `pivot-${look}` : undefined}>
      {of[field]}
      {look && <span className="unseen"> {words[look]}</span>}
    </td>
  );
}

function BrandLines({ row, brands, label }: { row: PivotRow; brands: readonly string[]; label: string }) {
  const held = brands.filter((brand) => countsOf(row, brand).assignedContainers > 0);
  if (held.length === 0) return <p className="muted">No container has a product</p>;
  return (
    <table className="pivot-lines" aria-label={label}>
      <Heads of={["Brand", ...brandColumns.map(([head]) => head)]} />
      <tbody>
        {held.map((brand) => (
          <tr key={brand}>
            <th scope="row">{brand}</th>
            {brandColumns.map(([head, field]) => (
              <Count key={head} of={countsOf(row, brand)} field={field} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Machine({ row, brands }: { row: InventoryRow; brands: readonly string[] }) {
  return (
    <article className="card pivot-card">
      <h2>
        <Link to={pathTo("machine", { id: row._id })}>{row.vendingMachineName}</Link>
      </h2>
      <p className="muted figures">
        <span className="mono">{row.vendingMachineId}</span> · {row.totalAssignedContainers} of {row.totalContainers}{" "}
        assigned
      </p>
      <BrandLines row={row} brands={brands} label={row.vendingMachineName} />
    </article>
  );
}
const MachineCard = memo(Machine);

interface PivotCardsProps {
  rows: readonly InventoryRow[];
  total: PivotRow;
  brands: readonly string[];
}

const drawAllUpTo = 30;

/** The pivot on a phone: the total first, folded, then a card for each machine. The page scrolls. */
export function PivotCards({ rows, total, brands }: PivotCardsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > drawAllUpTo;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => 180,
    gap: 8,
    scrollMargin: top,
    overscan: 4,
  });
  return (
    <div className="pivot-cards">
      <details className="card pivot-card">
        <summary>
          <strong>Total</strong>{" "}
          <span className="muted figures">
            {countText(rows.length, "machine")} · {groupedText(total.totalAssignedContainers)} of{" "}
            {groupedText(total.totalContainers)} assigned
          </span>
        </summary>
        <BrandLines row={total} brands={brands} label="Total" />
      </details>
      <div
        ref={list}
        className={isLong ? "pivot-long" : "pivot-cards"}
        style={isLong ? { height: virtual.getTotalSize() } : undefined}
      >
        {!isLong && rows.map((row) => <MachineCard key={row._id} row={row} brands={brands} />)}
        {isLong &&
          virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <div
                  key={row._id}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  style={{ top: item.start - top }}
                >
                  <MachineCard row={row} brands={brands} />
                </div>
              )
            );
          })}
      </div>
    </div>
  );
}
