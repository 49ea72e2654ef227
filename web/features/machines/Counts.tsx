import type { ReactNode } from "react";
import { Glow } from "../../ui/Glow.tsx";
import { Heads } from "../../ui/Heads.tsx";

export interface CountsRow {
  name: string;
  /** Where two may have one name. */
  id?: string;
  /** Stands in place of the bare name. */
  head?: ReactNode;
  figures: readonly ReactNode[];
}

interface CountsProps {
  label: string;
  heads: readonly string[];
  rows: readonly CountsRow[];
  /** What all of them come to. */
  total?: CountsRow;
  empty: string;
  className?: string;
}

/** A figure that glows when it has changed. */
export const figure = (count: number) => <Glow of={count}>{count}</Glow>;

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function CountsLine({ row: { name, head = name, figures } }: { row: CountsRow }) {
  return (
    <tr>
      <th scope="row">{head}</th>
      {figures.map((count, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its column.
        <td key={at}>{count}</td>
      ))}
    </tr>
  );
}

/** A small table of figures by name, with what they come to. */
export function Counts({ label, heads, rows, total, empty, className = "" }: CountsProps) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <table className={`counts ${className}`} aria-label={label}>
      <Heads of={heads} />
      <tbody>
        {rows.map((row) => (
          <CountsLine key={row.id ?? row.name} row={row} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <CountsLine row={total} />
        </tfoot>
      )}
    </table>
  );
}

interface CountsOfProps extends Omit<CountsProps, "rows" | "total"> {
  of: readonly (readonly [name: string, count: number, head?: ReactNode])[];
  total: string;
}

/** One figure each, and their sum. */
export function CountsOf({ of, total, ...table }: CountsOfProps) {
  return (
    <Counts
      {...table}
      rows={of.map(([name, count, head]) => ({ name, head, figures: [figure(count)] }))}
      total={{ name: total, figures: [sumOf(of.map(([, count]) => count))] }}
    />
  );
}
