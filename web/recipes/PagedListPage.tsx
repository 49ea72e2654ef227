import { type ReactNode, useMemo } from "react";
import { mapLoad } from "../state/load.ts";
import { Button } from "../ui/Button.tsx";
import { comingText } from "../ui/coming-text.ts";
import { countText } from "../ui/count-text.ts";
import { PageHead } from "../ui/PageHead.tsx";
import { Empty } from "../ui/States.tsx";
import { type Column, idOf, type RowTint } from "../ui/table/column.ts";
import { PastLastPage } from "../ui/table/PastLastPage.tsx";
import { Table } from "../ui/table/Table.tsx";
import { BulkTable } from "./bulk/BulkTable.tsx";
import type { Bulk } from "./bulk/use-bulk.ts";
import { FilterBar } from "./FilterBar.tsx";
import type { ShownPagedList } from "./use-paged-list.ts";
import { Views } from "./views/Views.tsx";

interface PagedListPageProps<Row extends { _id: string }> {
  paged: ShownPagedList<Row>;
  title: string;
  /** What stands here, in lower case: "can", "cans". */
  things: readonly [one: string, many: string];
  /** Where they stand: "in stock". */
  where?: string;
  /** The server says which of them sort and filter. A constant outside the component. */
  columns: readonly Column<Row>[];
  /** The parts of the page, where the list is one of them: `Tabs`. */
  tabs?: ReactNode;
  /** What stands in the form above the list behind its filters. */
  moreFilters?: ReactNode;
  /** What all of what they find comes to, above the table. */
  sums?: ReactNode;
  /** What the button says when the page is not the latest any more. */
  refresh?: string;
  tint?: (row: Row) => RowTint;
  /** There is none at all: an `Empty`. */
  empty: ReactNode;
  /** Without a row some lists have no table (specification: Sales): `empty` stands alone. */
  isTableOnlyWithRows?: boolean;
  /** What can be done with the list, beside its title. */
  actions?: ReactNode;
  /** Several rows can be picked, from page to page, and something be done to them. */
  bulk?: Bulk<Row>;
  /** Its export has another place. */
  hasOwnExport?: boolean;
}

/** The server says which columns sort and filter. */
function useServed<Row extends { _id: string }>(
  columns: readonly Column<Row>[],
  declared: ShownPagedList<Row>["declared"],
) {
  return useMemo(
    () =>
      columns.map((column): Column<Row> => {
        const filtered = declared.columns[column.id];
        return {
          ...column,
          sortable: declared.sorts.includes(column.id),
          filterable: filtered !== undefined,
          ...(filtered ? { filteredBy: filtered } : {}),
        };
      }),
    [columns, declared],
  );
}

interface NoRowsProps<Row extends { _id: string }> {
  paged: ShownPagedList<Row>;
  columns: readonly Column<Row>[];
  what: string;
  total: number;
  pages: number;
}

/** The filters find none, or the page is past the last one. */
function NoRows<Row extends { _id: string }>({ paged, columns, what, total, pages }: NoRowsProps<Row>) {
  const { shownFilters, list } = paged;
  if (total > 0) return <PastLastPage list={list} pages={pages} />;
  const requested = [
    ...Object.entries(shownFilters).map(([name, { label }]) => [label, list.filters[name] ?? ""]),
    ["Start Date", list.filters.startDate ?? ""],
    ["End Date", list.filters.endDate ?? ""],
    ...columns.map(({ id, head }) => [head, list.columns[id]?.[0] ?? ""]),
  ].filter(([, value]) => value !== "");
  return (
    <Empty
      title={`No ${what} matches ${requested.map(([label, value]) => `${label} ${value}`).join(" and ")}`}
      icon="pi-filter-slash"
      action={<Button onClick={list.clear}>Clear filter</Button>}
    />
  );
}

function ExportButton({ canExport, isExporting, download }: ShownPagedList<{ _id: string }>["exporting"]) {
  if (!canExport) return null;
  return (
    <Button icon="pi-download" working={isExporting} onClick={() => void download()}>
      Export
    </Button>
  );
}

/** More rows are below any window. */
const mostBones = 30;
/** A page of a list that the server sorts, filters and cuts into pages. See web/recipes/README.md. */
export function PagedListPage<Row extends { _id: string }>(props: PagedListPageProps<Row>) {
  const {
    paged,
    title,
    things,
    where = "",
    columns,
    tabs,
    moreFilters,
    sums,
    refresh = "Refresh",
    tint,
    empty,
    isTableOnlyWithRows = false,
    actions,
    bulk,
  } = props;
  const { declared, list, load, viewed } = paged;
  const [one, many] = things;
  const served = useServed(columns, declared);
  const rows = useMemo(() => mapLoad(load, (page) => page.rows), [load]);
  const { total, pages, newIds, isOld } = load.data ?? { total: 0, pages: 1, newIds: new Set(), isOld: false };

  const line = `${countText(total, one, many)}${where && ` ${where}`}${viewed && `, ${viewed.toLowerCase()} first`}`;
  const what = `${one}${where && ` ${where}`}`;
  const inPlaceOfRows =
    total === 0 && !list.isFiltered ? (
      empty
    ) : (
      <NoRows paged={paged} columns={columns} what={what} total={total} pages={pages} />
    );
  const isTable = !isTableOnlyWithRows || load.data === undefined || load.data.rows.length > 0;
  const table = {
    label: title,
    columns: served,
    of: rows,
    onRetry: paged.refresh,
    rowId: idOf,
    list,
    paged: { pages, total },
    boneRows: Math.min(declared.rowsPerPage, mostBones),
    tint,
    news: {
      count: newIds.size,
      show: () => {
        paged.refresh();
        list.setPage(1);
      },
    },
    things: [one, many] as const,
    empty: inPlaceOfRows,
  };
  return (
    <>
      <PageHead
        title={title}
        line={load.data ? line : comingText(load, many)}
        action={
          <>
            {isOld && (
              <Button icon="pi-refresh" onClick={paged.refresh}>
                {refresh}
              </Button>
            )}
            {actions}
          </>
        }
      />
      {tabs}
      <FilterBar paged={paged} more={moreFilters}>
        {list.isFiltered && (
          <Button kind="quiet" icon="pi-filter-slash" onClick={list.clear}>
            Clear
          </Button>
        )}
        <Views />
        {!props.hasOwnExport && <ExportButton {...paged.exporting} />}
      </FilterBar>
      {sums}
      {!isTable && inPlaceOfRows}
      {isTable && (bulk ? <BulkTable {...table} bulk={bulk} /> : <Table {...table} />)}
    </>
  );
}
