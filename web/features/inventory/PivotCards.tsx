import "./pivot-cards.css";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import SoldOutRisk from "../../records/SoldOutRisk.tsx";
import { countText, groupedText } from "../../ui/count-text.ts";
import { Heads } from "../../ui/Heads.tsx";
import { filledText, filledWords } from "./CompactRows.tsx";
import { lookWords } from "./PivotRows.tsx";
import { brandColumns, countsOf, type PivotRow, stockLook } from "./pivot.ts";

function Count({ of, field }: { of: BrandCounts; field: keyof BrandCounts }) {
  const look = field === "inStock" ? stockLook(of) : null;
  return (
    <td className={look ? `pivot-${look}` : undefined}>
      {of[field]}
      {look && <span className="unseen"> {lookWords[look]}</span>}
    </td>
  );
}

interface BrandsProps {
  row: PivotRow;
  brands: readonly string[];
  label: string;
  /** The machine whose brands they are; the total has none. */
  machine?: string;
  /** Each brand says what of it is there, and nothing else. */
  isCompact: boolean;
}

function BrandLines({ row, brands, label, machine, isCompact }: BrandsProps) {
  const held = brands.filter((brand) => countsOf(row, brand).assignedContainers > 0);
  if (held.length === 0) return <p className="muted">No container has a product</p>;
  if (isCompact) {
    return (
      <ul className="pivot-brands" aria-label={label}>
        {held.map((brand) => {
          const counts = countsOf(row, brand);
          const look = stockLook(counts);
          return (
            <li key={brand} title={filledWords(counts)}>
              <span>{brand}</span>
              <span className={`figures${look ? ` pivot-${look}` : ""}${counts.disabled > 0 ? " pivot-failed" : ""}`}>
                {filledText(counts)}
                {look && <span className="unseen"> {lookWords[look]}</span>}
                {look === "out" && machine && <SoldOutRisk machine={machine} brands={[brand]} isShort before=" · " />}
              </span>
            </li>
          );
        })}
      </ul>
    );
  }
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

interface MachineProps extends Pick<BrandsProps, "brands" | "isCompact"> {
  row: InventoryRow;
}

function Machine({ row, brands, isCompact }: MachineProps) {
  return (
    <article className="card pivot-card">
      <h2>
        <Link to={pathTo("machine", { id: row._id })}>{row.vendingMachineName}</Link>
      </h2>
      <p className="muted figures">
        <span className="mono">{row.vendingMachineId}</span> · {row.totalAssignedContainers} of {row.totalContainers}{" "}
        assigned
      </p>
      <BrandLines row={row} brands={brands} label={row.vendingMachineName} machine={row._id} isCompact={isCompact} />
    </article>
  );
}
const MachineCard = memo(Machine);

interface PivotCardsProps {
  rows: readonly InventoryRow[];
  total: PivotRow;
  /** How many machines are in the total. */
  count?: number;
  brands: readonly string[];
  isCompact: boolean;
}

const drawAllUpTo = 30;

/** The pivot on a phone: the total first, folded, then a card for each machine. The page scrolls. */
export function PivotCards({ rows, total, count = rows.length, brands, isCompact }: PivotCardsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > drawAllUpTo;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => (isCompact ? 132 : 180),
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
            {countText(count, "machine")} · {groupedText(total.totalAssignedContainers)} of{" "}
            {groupedText(total.totalContainers)} assigned
          </span>
        </summary>
        <BrandLines row={total} brands={brands} label="Total" isCompact={isCompact} />
      </details>
      <div
        ref={list}
        className={isLong ? "pivot-long" : "pivot-cards"}
        style={isLong ? { height: virtual.getTotalSize() } : undefined}
      >
        {!isLong && rows.map((row) => <MachineCard key={row._id} row={row} brands={brands} isCompact={isCompact} />)}
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
                  <MachineCard row={row} brands={brands} isCompact={isCompact} />
                </div>
              )
            );
          })}
      </div>
    </div>
  );
}
