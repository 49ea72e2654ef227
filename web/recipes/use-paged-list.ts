import { useEffect, useMemo, useRef } from "react";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { ReportedList } from "#shared/reports/report.schema.ts";
import { reportedLists } from "#shared/reports/reported-lists.ts";
import type { PagedSource } from "../live/paged.ts";
import { useAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { useBrowserAlert } from "../ui/dialogs.ts";
import { type ListPlace, useListState } from "../ui/list-state.ts";
import { parseSort, writeSort } from "../ui/table/table-list.ts";
import { useAhead } from "./followed-ahead.ts";
import type { ListFilter } from "./list-filter.tsx";
import { dayInLink, daysMakeRange, queryOf } from "./paged-query.ts";
import { useExport } from "./use-export.ts";

/**
 * A load of another page or filter of the same list: its former content stays, as that of a load in progress, until the
 * answer is there. A table dims it (web/ui/table/table.css).
 */
export function useKept<T>(load: Load<T>): Load<T> {
  const former = useRef<T>(undefined);
  if (load.data !== undefined) former.current = load.data;
  const isBare = load.state === "loading" && load.data === undefined;
  return isBare && former.current !== undefined ? { state: "loading", data: former.current } : load;
}

/** The first page of a list as its plain address shows it. */
export const firstPageOf = <Row>(list: AnyPagedList, source: PagedSource<Row>) => {
  const query = queryOf(list, { filters: {}, columns: {}, sort: parseSort(list.byDefault) });
  return source.atomOf({ ...query, page: 1 });
};

interface PagedListOptions<L extends AnyPagedList, Row> {
  list: L;
  source: PagedSource<Row>;
  /** The filters above the list, in their order; its days stand behind them. */
  filters: Record<Exclude<keyof L["filters"], "startDate" | "endDate">, ListFilter>;
  /** View By, where its two are named otherwise (specification: Constants). */
  views?: readonly [oldest: string, newest: string];
}

const usualViews = ["Old", "New"] as const;
/** A list that is exported has a button for it. */
const exportedAs = (list: AnyPagedList) =>
  (Object.keys(reportedLists) as ReportedList[]).find((name) => reportedLists[name].list === list);

/**
 * A paged list that was declared in shared: its filters, sort and page stand in the address, the server answers them.
 * Hand the result to `PagedListPage`. `source` and `filters` are constants outside the component.
 */
export function usePagedList<L extends AnyPagedList, Row>(options: PagedListOptions<L, Row>) {
  const { list: declared, source, views = usualViews } = options;
  const shownFilters: Readonly<Record<string, ListFilter>> = options.filters;
  const browserAlert = useBrowserAlert();
  const ahead = useAhead();
  const newest = parseSort(declared.byDefault);
  const sortIn = ({ sort }: Pick<ListPlace<unknown>, "sort">) =>
    sort && declared.sorts.includes(sort.id) ? sort : newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say all that the others depend on.
  const shown = useMemo(() => {
    const filters: Record<string, string> = Object.fromEntries(Object.keys(declared.filters).map((key) => [key, ""]));
    const lengths = Object.fromEntries(Object.entries(shownFilters).map(([key, { length }]) => [key, length]));
    const onNext = (next: ListPlace<Record<string, string>>) => {
      const query = queryOf(declared, { ...next, sort: sortIn(next) });
      ahead.follow(source.atomOf({ ...query, page: next.page }));
    };
    const readings = { startDate: dayInLink, endDate: dayInLink };
    return { filters, lengths, readings, sort: declared.byDefault, onNext };
  }, [declared, shownFilters, source]);
  const inAddress = useListState(shown);
  const { filters, key, page } = inAddress;
  const sort = sortIn(inAddress);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the address says.
  const query = useMemo(() => queryOf(declared, { ...inAddress, sort }), [declared, key]);
  const shownAtom = useMemo(() => source.atomOf({ ...query, page }), [source, query, page]);
  const [load, send] = useAtom(shownAtom);
  useEffect(() => ahead.end(shownAtom), [ahead, shownAtom]);

  // A pasted link may have an end before its start: it is reported, and not sent.
  const { startDate = "", endDate = "" } = filters;
  const isBackwards = startDate !== "" && endDate !== "" && !daysMakeRange(filters);
  useEffect(() => {
    if (isBackwards) void browserAlert({ text: "Invalid date" });
  }, [isBackwards, browserAlert]);

  const exporting = useExport(exportedAs(declared), { source, query, total: load.data?.total ?? 0 });

  const viewed = sort?.id === newest?.id ? views[writeSort(sort) === declared.byDefault ? 1 : 0] : "";
  return {
    declared,
    shownFilters,
    list: { ...inAddress, sort },
    /** The query to the server, without the page. */
    query,
    load: useKept(load),
    refresh: () => send({ do: "retry" }),
    exporting,
    /** The one of `views` that the order is; empty for another order. */
    viewed,
    /** Props of a filter's field. */
    field: (name: string) => ({
      label: shownFilters[name]?.label ?? "",
      value: filters[name] ?? "",
      onChange: (to: string, how?: { replace: boolean }) => inAddress.setFilter(name, to, how),
    }),
    days: {
      startDate,
      endDate,
      onChange: (range: { startDate: string; endDate: string }) => inAddress.setFilters(range),
    },
    viewBy: {
      options: views,
      value: viewed,
      onChange: (to: string) => {
        inAddress.setSort(newest && to === views[0] ? { ...newest, desc: !newest.desc } : newest);
      },
    },
  };
}
export type ShownPagedList<Row> = ReturnType<typeof usePagedList<AnyPagedList, Row>>;
