import type { TableList } from "../../ui/table/table-list.ts";
import { nextSort } from "../../ui/table/table-list.ts";
import { brandColumns } from "./pivot.ts";

interface PivotHeadProps {
  brands: readonly string[];
  list: Pick<TableList, "sort" | "setSort">;
}

interface SortHeadProps extends Pick<PivotHeadProps, "list"> {
  id: string;
  head: string;
  /** Said before the head for readers: the brand. */
  of?: string;
  className?: string;
  rowSpan?: number;
}

function SortHead({ id, head, of, className, rowSpan, list: { sort, setSort } }: SortHeadProps) {
  const way = sort?.id === id ? (sort.desc ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" className={className} rowSpan={rowSpan} aria-sort={way}>
      <button type="button" className="pivot-sort" onClick={() => setSort(nextSort(sort, id))}>
        {of && <span className="unseen">{of} </span>}
        {head}
        {way && <span className={`pi ${sort?.desc ? "pi-arrow-down" : "pi-arrow-up"}`} aria-hidden="true" />}
      </button>
    </th>
  );
}

/** Two rows of heads: the brands, and under each its four columns. */
export function PivotHead({ brands, list }: PivotHeadProps) {
  return (
    <thead>
      <tr>
        <SortHead id="name" head="Vending Machine" className="pivot-name" rowSpan={2} list={list} />
        <SortHead id="vendingMachineId" head="Vending Machine Id" className="pivot-id" rowSpan={2} list={list} />
        <SortHead id="total" head="Total Containers" className="pivot-number" rowSpan={2} list={list} />
        <SortHead id="assigned" head="Total Assigned" className="pivot-number" rowSpan={2} list={list} />
        {brands.map((brand) => (
          <th key={brand} scope="colgroup" colSpan={brandColumns.length} className="pivot-brand" title={brand}>
            {brand}
          </th>
        ))}
      </tr>
      <tr>
        {brands.flatMap((brand) =>
          brandColumns.map(([head, field], at) => (
            <SortHead
              key={`${brand}.${field}`}
              id={`${field}.${brand}`}
              of={brand}
              head={head}
              className={`pivot-number pivot-under${at === 0 ? " pivot-first" : ""}`}
              list={list}
            />
          )),
        )}
      </tr>
    </thead>
  );
}
