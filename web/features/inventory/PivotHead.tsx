import { brandColumns } from "./pivot.ts";
import type { PivotHeader } from "./use-pivot.ts";

const ways = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: "pi-arrow-up", desc: "pi-arrow-down" };
interface SortHeadProps {
  header: PivotHeader;
  /** Said before the head for readers: the brand. */
  of?: string;
  className?: string;
  rowSpan?: number;
}

function Sort({ header: { column }, of, word }: Pick<SortHeadProps, "header" | "of"> & { word?: string }) {
  const way = column.getIsSorted();
  return (
    <button
      type="button"
      className={`pivot-sort${way ? " pivot-sorted" : ""}`}
      title="Sort"
      onClick={() => column.toggleSorting()}
    >
      {of && <span className="unseen">{of} </span>}
      {word ?? String(column.columnDef.header)}
      <span className={`pi ${way ? arrows[way] : "pi-sort-alt"}`} aria-hidden="true" />
    </button>
  );
}

const sortOf = (...headers: readonly (PivotHeader | undefined)[]) => {
  const way = headers.map((header) => header?.column.getIsSorted()).find(Boolean);
  return way ? ways[way] : undefined;
};

function SortHead({ header, of, className = "pivot-number", rowSpan }: SortHeadProps) {
  return (
    <th scope="col" className={className} rowSpan={rowSpan} aria-sort={sortOf(header)}>
      <Sort header={header} {...(of === undefined ? {} : { of })} />
    </th>
  );
}

/** The machine's name and, beneath it, its id: each sorts. */
function MachineSortHead({ name, id, rowSpan }: { name: PivotHeader; id: PivotHeader | undefined; rowSpan?: number }) {
  return (
    <th scope="col" className="pivot-name" rowSpan={rowSpan} aria-sort={sortOf(name, id)}>
      <Sort header={name} /> {id && <Sort header={id} word="Id" />}
    </th>
  );
}

/** One row of heads: each brand sorts by its cans in stock. */
export function CompactHead({ headerRows: [top = [], under = []] }: { headerRows: readonly PivotHeader[][] }) {
  return (
    <thead>
      <tr>
        {top.map((header) => {
          const { id, columnDef, columns } = header.column;
          if (id === "name") {
            return (
              <MachineSortHead
                key={header.id}
                name={header}
                id={top.find(({ column }) => column.id === "vendingMachineId")}
              />
            );
          }
          if (id === "total")
            return (
              <th key={header.id} scope="col" className="pivot-number">
                All brands
              </th>
            );
          const stock = under.find(({ column }) => column.parent?.id === id && column.id.startsWith("inStock."));
          if (columns.length === 0 || !stock) return null;
          const brand = String(columnDef.header);
          return (
            <th key={header.id} scope="col" className="pivot-number pivot-one" title={brand} aria-sort={sortOf(stock)}>
              <Sort header={stock} word={brand} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Two rows of heads: the brands, and under each its four columns. */
export function PivotHead({ headerRows: [top = [], under = []] }: { headerRows: readonly PivotHeader[][] }) {
  return (
    <thead>
      <tr>
        {top.map((header) => {
          const brand = String(header.column.columnDef.header);
          if (header.column.id === "name") {
            const id = top.find(({ column }) => column.id === "vendingMachineId");
            return <MachineSortHead key={header.id} name={header} id={id} rowSpan={2} />;
          }
          if (header.column.id === "vendingMachineId") return null;
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
