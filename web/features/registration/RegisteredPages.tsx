import { useMemo } from "react";
import { rowsPerLongPage } from "#shared/http/long-lists.ts";
import { presenceFacts } from "#shared/machines/machine.rules.ts";
import { type ListedUnit, registeredSorts } from "#shared/registration/registered-pages.api.ts";
import { type Judged, judgedAtom } from "../../live/judged.ts";
import { useFollowedPage } from "../../recipes/use-followed-page.ts";
import { useKept } from "../../recipes/use-paged-list.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { type ListState, useListState } from "../../ui/list-state.ts";
import { numbered } from "../../ui/numbered.ts";
import { NothingMatches } from "../../ui/table/NothingMatches.tsx";
import { PastLastPage } from "../../ui/table/PastLastPage.tsx";
import { writeSort } from "../../ui/table/table-list.ts";
import { NameCell } from "./NameCell.tsx";
import { RegisteredList, things } from "./RegisteredList.tsx";
import { type RegisteredQuery, registeredPages } from "./registered-pages.ts";
import { wholeRegistered } from "./registration.atoms.ts";
import { unitColumns } from "./unit-columns.tsx";

type Unit = ListedUnit & Pick<Judged<ListedUnit>, "status">;

export const { firstAtom } = registeredPages;

const searched = ["serialNumber", "name", "permission"] as const;
const isSearched = (id: string) => searched.some((one) => one === id);
const isSort = (id: string) => registeredSorts.some((sort) => sort === id);

function Name({ unit: { name, status } }: { unit: Unit }) {
  return <NameCell name={name} status={status} />;
}
const columns = unitColumns<Unit>(Name).map((column) => ({
  ...column,
  sortable: isSort(column.id),
  filterable: isSearched(column.id),
}));

/** What a pasted link has and the server does not know is left out. */
const queryOf = ({ page, sort, columns: filters }: ListState<Record<string, string>>): RegisteredQuery => {
  const part = (id: (typeof searched)[number]) => filters[id]?.[0]?.slice(0, 64) || undefined;
  const permissions = filters.permission ?? [];
  return {
    page: String(page),
    sort: sort && isSort(sort.id) ? (writeSort(sort) as RegisteredQuery["sort"]) : undefined,
    serialNumber: part("serialNumber"),
    name: part("name"),
    // Both of them leave all.
    permission: permissions.length === 1 ? (permissions[0] as RegisteredQuery["permission"]) : undefined,
  };
};
const factsOf = ({ authorised, vendingMachine, lastSeenOnline }: ListedUnit) =>
  presenceFacts({ unit: vendingMachine === null ? null : { authorised }, lastSeenOnline });

/** The same of more units than are loaded at once: the server finds, orders and counts them. */
export default function RegisteredPages() {
  const list = useListState<Record<string, string>>({});
  const { page, rowsAtom, refresh } = useFollowedPage({
    source: registeredPages,
    whole: wholeRegistered,
    query: queryOf(list),
    key: list.key,
  });
  const judged = useKept(useAtomValue(useMemo(() => judgedAtom(rowsAtom, factsOf), [rowsAtom])));
  const rows = useMemo(
    () =>
      mapLoad(judged, (all) =>
        numbered(
          all.map(({ record, status }): Unit => ({ ...record, status })),
          (list.page - 1) * rowsPerLongPage,
        ),
      ),
    [judged, list.page],
  );
  const { counts, pages, total } = page.data ?? { counts: undefined, pages: 1, total: 0 };
  const inSearch = columns.filter(({ id, filterable }) => filterable && list.columns[id]);
  const empty =
    total > 0 ? (
      <PastLastPage list={list} pages={pages} />
    ) : (
      inSearch.length > 0 && <NothingMatches columns={inSearch} list={list} things={things} />
    );
  return (
    <RegisteredList
      of={rows}
      counts={counts}
      columns={columns}
      list={list}
      onRetry={refresh}
      paged={{ pages, total }}
      boneRows={rowsPerLongPage}
      {...(empty ? { empty } : {})}
    />
  );
}
