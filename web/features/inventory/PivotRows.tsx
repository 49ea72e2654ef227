import { memo, useMemo, useRef } from "react";
import { Link } from "react-router-dom";
import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { brandColumns, figuresOf, looksOf, type PivotRow } from "./pivot.ts";

const isFirstOfBrand = (at: number) => at >= 2 && (at - 2) % brandColumns.length === 0;
const indian = new Intl.NumberFormat("en-IN");
export const figureText = (count: number): string => indian.format(count);

export const lookWords = { out: "sold out", low: "low" } as const;

interface FiguresProps {
  figures: readonly number[];
  /** Which of them need attention. */
  looks?: readonly (keyof typeof lookWords | null)[];
  /** How often each figure changed while somebody looked. */
  changes?: readonly number[];
}

/** The figures of a row; nothing reads as a quiet dash, so that what is there stands out. */
function Figures({ figures, looks, changes }: FiguresProps) {
  return figures.map((count, at) => {
    const times = changes?.[at] ?? 0;
    const look = looks?.[at];
    return (
      <td
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its place.
        key={at}
        className={`pivot-number${isFirstOfBrand(at) ? " pivot-first" : ""}${look ? ` pivot-${look}` : count === 0 ? " pivot-zero" : ""}`}
        title={look ? lookWords[look] : undefined}
      >
        {times === 0 ? (
          figureText(count)
        ) : (
          // A new key begins the glow anew.
          <span key={times} className="glow">
            {figureText(count)}
          </span>
        )}
        {look && <span className="unseen"> {lookWords[look]}</span>}
      </td>
    );
  });
}

/**
 * Counts the changes of each figure, in one memory per row: a scroll draws dozens of rows with dozens of figures each.
 */
export function useChanges(figures: readonly (number | string)[], brands: readonly string[]): readonly number[] {
  const seen = useRef({ figures, brands, changes: [] as readonly number[] });
  const { current } = seen;
  if (current.figures !== figures) {
    const isSame = current.brands === brands;
    const changes = isSame
      ? figures.map((count, at) => (current.changes[at] ?? 0) + (count === current.figures[at] ? 0 : 1))
      : [];
    seen.current = { figures, brands, changes };
  }
  return seen.current.changes;
}

export function MachineName({ row }: { row: InventoryRow }) {
  return (
    <th scope="row" className="pivot-name">
      <Link to={pathTo("machine", { id: row._id })} title={row.vendingMachineName}>
        {row.vendingMachineName}
      </Link>
      <span className="pivot-id mono">{row.vendingMachineId}</span>
    </th>
  );
}

export function TotalName({ count }: { count: number }) {
  return (
    <th scope="row" className="pivot-name">
      Total
      <span className="pivot-id muted">
        {figureText(count)} machine{count === 1 ? "" : "s"}
      </span>
    </th>
  );
}

function Row({ row, brands }: { row: InventoryRow; brands: readonly string[] }) {
  const figures = useMemo(() => figuresOf(row, brands), [row, brands]);
  const looks = useMemo(() => looksOf(row, brands), [row, brands]);
  const changes = useChanges(figures, brands);
  return (
    <tr className="row">
      <MachineName row={row} />
      <Figures figures={figures} looks={looks} changes={changes} />
    </tr>
  );
}

/** One machine. Drawn anew only when its figures or the brands changed. */
export const MachineRow = memo(Row);

export function TotalRow({ total, brands, count }: { total: PivotRow; brands: readonly string[]; count: number }) {
  return (
    <tfoot>
      <tr>
        <TotalName count={count} />
        <Figures figures={figuresOf(total, brands)} />
      </tr>
    </tfoot>
  );
}
