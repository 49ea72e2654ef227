import { isSortable, kindOf } from "./column.ts";
import { HeadFilter } from "./HeadFilter.tsx";
import type { HeadCellProps } from "./head-cell-props.ts";
import { nextSort } from "./table-list.ts";

/** A column's head: its name, which sorts, and a small button to filter by it. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, list } = props;
  const sorted = list.sort?.id === column.id ? (list.sort.desc ? "descending" : "ascending") : undefined;
  const arrow = { ascending: "pi-sort-up-fill", descending: "pi-sort-down-fill" };
  return (
    <th scope="col" aria-sort={sorted} className={kindOf(column) === "number" ? "head-number" : undefined}>
      <span className="head">
        {isSortable(column) ? (
          <button
            type="button"
            className="head-sort"
            title={column.head}
            onClick={() => list.setSort(nextSort(list.sort, column.id))}
          >
            <span className="head-word">{column.head}</span>
            <span className={`head-arrow pi ${sorted ? arrow[sorted] : "pi-sort-alt"}`} aria-hidden="true" />
          </button>
        ) : (
          <span className="head-word" title={column.head}>
            {column.head}
          </span>
        )}
        {props.isFiltered && <HeadFilter {...props} />}
      </span>
    </th>
  );
}
