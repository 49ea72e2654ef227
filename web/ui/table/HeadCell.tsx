import { kindOf } from "#shared/sheets/list-column.ts";
import { HeadFilter } from "./HeadFilter.tsx";
import type { HeadCellProps } from "./head-cell-props.ts";

const ways = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: "pi-sort-up-fill", desc: "pi-sort-down-fill" };

/** A column's head: its name, which sorts, and a small button to filter by it. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, state } = props;
  const sorted = state?.getIsSorted() || undefined;
  return (
    <th
      scope="col"
      aria-sort={sorted && ways[sorted]}
      className={kindOf(column) === "number" ? "head-number" : undefined}
    >
      <span className="head">
        {state?.getCanSort() ? (
          <button type="button" className="head-sort" title={column.head} onClick={() => state.toggleSorting()}>
            <span className="head-words">{column.head}</span>
            <span className={`head-arrow pi ${sorted ? arrows[sorted] : "pi-sort-alt"}`} aria-hidden="true" />
          </button>
        ) : (
          <span className="head-words" title={column.head}>
            {column.head}
          </span>
        )}
        {props.isFiltered && <HeadFilter {...props} />}
      </span>
    </th>
  );
}
