import { brandColumns } from "./pivot.ts";
import type { PivotHeader } from "./use-pivot.ts";

const ways = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: "pi-arrow-up", desc: "pi-arrow-down" };
const looks: Record<string, string> = { name: "pivot-name", vendingMachineId: "pivot-id" };

interface SortHeadProps {
  header: PivotHeader;
  /** Said before the head for readers: the brand. */
  of?: string;
  className?: string;
  rowSpan?: number;
}

function SortHead({ header: { column }, of, className = looks[column.id] ?? "pivot-number", rowSpan }: SortHeadProps) {
  const way = column.getIsSorted();
  return (
    <th scope="col" className={className} rowSpan={rowSpan} aria-sort={way ? ways[way] : undefined}>
      <button type="button" className="pivot-sort" onClick={() => column.toggleSorting()}>
        {of && <span className="unseen">{of} </span>}
        {String(column.columnDef.header)}
        {way && <span className={`pi ${arrows[way]}`} aria-hidden="true" />}
      </button>
    </th>
  );
}

/** Two rows of heads: the brands, and under each its four columns. */
export function PivotHead({ headerRows: [top = [], under = []] }: { headerRows: readonly PivotHeader[][] }) {
  return (
    <thead>
      <tr>
        {top.map((header) => {
          const brand = String(header.column.columnDef.header);
          if (header.column.columns.length === 0) return <SortHead key={header.id} header={header} rowSpan={2} />;
          return (
            <th key={header.id} scope="colgroup" colSpan={header.colSpan} className="pivot-brand" title={brand}>
              {brand}
            </th>
          );
        })}
      </tr>
      <tr>
        {under
          .filter(({ column }) => column.parent)
          .map((header, at) => (
            <SortHead
              key={header.id}
              header={header}
              of={String(header.column.parent?.columnDef.header)}
              className={`pivot-number pivot-under${at % brandColumns.length === 0 ? " pivot-first" : ""}`}
            />
          ))}
      </tr>
    </thead>
  );
}
