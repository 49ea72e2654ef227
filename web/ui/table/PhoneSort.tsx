import type { ReactNode } from "react";
import { Popover } from "../Popover.tsx";
import type { Column } from "./column.ts";
import type { TableList } from "./table-list.ts";
import type { ColumnState } from "./use-rows.ts";

interface PhoneSortProps<Row> {
  columns: readonly Column<Row>[];
  list: TableList;
  stateOf: (id: string) => ColumnState | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

/** Cards have no heads: the order is chosen here, and filters that came with a link are cleared here. */
export function PhoneSort<Row>({ columns, list, stateOf, children }: PhoneSortProps<Row>) {
  const sortable = columns.filter(({ id }) => stateOf(id)?.getCanSort());
  const sorted = sortable.find(({ id }) => stateOf(id)?.getIsSorted());
  const arrow = list.sort?.desc ? "pi-sort-down-fill" : "pi-sort-up-fill";
  const isFiltered = Object.keys(list.columns).length > 0;
  if (sortable.length === 0 && !isFiltered && !children) return null;
  return (
    <div className="phone-sort">
      {children}
      {sortable.length > 0 && (
        <Popover
          label="Sort"
          menu
          trigger={(trigger) => (
            <button {...trigger} className="phone-sort-button">
              <span className={`pi ${sorted ? arrow : "pi-sort-alt"}`} aria-hidden="true" />
              {sorted ? `By ${sorted.head}` : "Sort"}
            </button>
          )}
        >
          {() =>
            sortable.map((column) => (
              <button
                key={column.id}
                type="button"
                role="menuitemradio"
                aria-checked={column === sorted}
                className="menu-item"
                onClick={() => stateOf(column.id)?.toggleSorting()}
              >
                {column.head}
                {column === sorted && <span className={`pi ${arrow} menu-item-end`} aria-hidden="true" />}
              </button>
            ))
          }
        </Popover>
      )}
      {isFiltered && (
        <button type="button" className="phone-sort-button" onClick={list.clear}>
          <span className="pi pi-filter-slash" aria-hidden="true" />
          Clear filters
        </button>
      )}
    </div>
  );
}
