import { useMemo } from "react";
import { rowsPerLongPage } from "#shared/http/long-lists.ts";
import { liveStatusSorts } from "#shared/live-status/live-status.schema.ts";
import { judgedAtom } from "../../live/judged.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { useFollowedPage } from "../../recipes/use-followed-page.ts";
import { useKept } from "../../recipes/use-paged-list.ts";
import { riskOfAtom } from "../../records/at-risk.atoms.ts";
import { factsOf, wholeLiveStatus } from "../../records/live-status.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { type ListState, useListState } from "../../ui/list-state.ts";
import { numbered } from "../../ui/numbered.ts";
import { NothingMatches } from "../../ui/table/NothingMatches.tsx";
import { PastLastPage } from "../../ui/table/PastLastPage.tsx";
import { writeSort } from "../../ui/table/table-list.ts";
import { useMedia } from "../../ui/use-media.ts";
import { machineActions } from "./bulk-actions.ts";
import { columnsOf, isOffline } from "./columns.tsx";
import { idOf, NoneOfState, options, rowName, type State, StatusHead, things } from "./status-list.tsx";
import { type StatusQuery, statusPages } from "./status-pages.ts";

/** As the plain address shows it. */
export const firstAtom = () => statusPages.pageAtomOf({ page: "1", state: "Offline" });

const searched = ["name", "vendingMachineId"] as const;
const isSort = (id: string): id is (typeof liveStatusSorts)[number] => liveStatusSorts.some((sort) => sort === id);

/** What a pasted link has and the server does not know is left out. */
const queryOf = (list: ListState<{ state: string }>): StatusQuery => {
  const { state } = list.filters;
  const part = (id: (typeof searched)[number]) => list.columns[id]?.[0]?.slice(0, 64) || undefined;
  return {
    page: String(list.page),
    state: state === "All" ? undefined : (state as Exclude<State, "All">),
    sort: list.sort && isSort(list.sort.id) ? (writeSort(list.sort) as StatusQuery["sort"]) : undefined,
    name: part("name"),
    vendingMachineId: part("vendingMachineId"),
  };
};

/** The same of more machines than are loaded at once: the server finds, orders and counts them. */
export default function LiveStatusPages() {
  const list = useListState(options);
  const state = list.filters.state as State;
  const { page, rowsAtom, refresh } = useFollowedPage({
    source: statusPages,
    whole: wholeLiveStatus,
    query: queryOf(list),
    key: list.key,
  });
  const judged = useKept(useAtomValue(useMemo(() => judgedAtom(rowsAtom, factsOf), [rowsAtom])));
  const shown = useMemo(
    () => mapLoad(judged, (rows) => numbered(rows, (list.page - 1) * rowsPerLongPage)),
    [judged, list.page],
  );
  const { counts, pages, total } = page.data ?? { counts: undefined, pages: 1, total: 0 };

  const isNarrow = useMedia("(max-width: 1279.98px)");
  const riskOf = useAtomValue(riskOfAtom);
  const columns = useMemo(
    () =>
      columnsOf(riskOf, isNarrow).map((column) => ({
        ...column,
        sortable: isSort(column.id),
        filterable: searched.some((id) => id === column.id),
      })),
    [riskOf, isNarrow],
  );
  const bulk = useBulk({
    list: "live-status",
    rows: shown.data ?? [],
    rowId: idOf,
    nameOf: rowName,
    things,
    actions: machineActions,
  });
  const inSearch = columns.filter(({ id, filterable }) => filterable && list.columns[id]);
  const showAll = () => {
    list.clear();
    list.setFilter("state", "All");
  };
  const noRows =
    total > 0 ? (
      <PastLastPage list={list} pages={pages} />
    ) : inSearch.length > 0 ? (
      <NothingMatches columns={inSearch} list={list} things={things} />
    ) : (
      <NoneOfState state={state} counts={counts} showAll={showAll} />
    );
  return (
    <>
      <StatusHead state={state} counts={counts} of={page} onState={(chosen) => list.setFilter("state", chosen)}>
        {list.sort && (
          <Button icon="pi-sort-amount-down" onClick={() => list.setSort(null)}>
            Newest outage first
          </Button>
        )}
      </StatusHead>
      <BulkTable
        bulk={bulk}
        label="Live status"
        columns={columns}
        of={shown}
        onRetry={refresh}
        list={list}
        paged={{ pages, total }}
        boneRows={rowsPerLongPage}
        tint={isOffline}
        empty={noRows}
      />
    </>
  );
}
