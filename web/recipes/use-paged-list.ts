import { useEffect, useMemo } from "react";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import type { ReportedList } from "#shared/reports/report.schema.ts";
import type { PagedSource } from "../live/paged.ts";
import { useAtom } from "../state/jotai.ts";
import { useBrowserAlert } from "../ui/dialogs.ts";
import type { Option } from "../ui/form/choices.ts";
import { useListState } from "../ui/list-state.ts";
import { parseSort, writeSort } from "../ui/table/table-list.ts";
import { daysMakeRange, queryOf } from "./paged-query.ts";
import { useExport } from "./use-export.ts";
import { useKept } from "./use-kept.ts";

interface PagedListOptions<L extends AnyPagedList, Row> {
  list: L;
  source: PagedSource<Row>;
  /** The filters above the list, as the specification names them; the days name themselves. */
  labels: Record<Exclude<keyof L["filters"], "startDate" | "endDate">, string>;
  /** How long the text of a filter must be; any other is no filter. */
  lengths?: { [Key in keyof L["filters"]]?: number };
  /** Its name among the lists that are exported, where it is one: it then has a button for it. */
  exported?: ReportedList;
  /** View By, as the specification names its two. */
  views: readonly [oldest: string, newest: string];
}

/**
 * A paged list that was declared in shared: its filters, sort and page stand in the address, the server answers them.
 * Hand the result to `PagedListPage`; `text`, `choice`, `days` and `viewBy` are spread on the parts of its filters.
 */
export function usePagedList<L extends AnyPagedList, Row>(options: PagedListOptions<L, Row>) {
  const { list: declared, source, labels, lengths, views, exported } = options;
  const browserAlert = useBrowserAlert();
  const shown = useMemo(() => {
    const filters: Record<string, string> = Object.fromEntries(Object.keys(declared.filters).map((key) => [key, ""]));
    return { filters, lengths, sort: declared.byDefault };
  }, [declared, lengths]);
  const inAddress = useListState(shown);
  const { filters, key, page } = inAddress;
  const newest = parseSort(declared.byDefault);
  const sort = inAddress.sort && declared.sorts.includes(inAddress.sort.id) ? inAddress.sort : newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the address says.
  const query = useMemo(() => queryOf(declared, { ...inAddress, sort }), [declared, key]);
  const [load, send] = useAtom(useMemo(() => source.atomOf({ ...query, page }), [source, query, page]));

  // A pasted link may hold an end before its start: it is said, and not sent.
  const { startDate = "", endDate = "" } = filters;
  const isBackwards = startDate !== "" && endDate !== "" && !daysMakeRange(filters);
  useEffect(() => {
    if (isBackwards) void browserAlert({ text: "Invalid date" });
  }, [isBackwards, browserAlert]);

  const exporting = useExport(exported, { source, query, total: load.data?.total ?? 0 });

  const viewed = sort?.id === newest?.id ? views[writeSort(sort) === declared.byDefault ? 1 : 0] : "";
  return {
    declared,
    labels: labels as Readonly<Record<string, string>>,
    list: { ...inAddress, sort },
    /** What the server is asked for, but for the page. */
    query,
    load: useKept(load),
    refresh: () => send({ do: "retry" }),
    exporting,
    /** The one of `views` that the order is; empty for another order. */
    viewed,
    text: (name: keyof typeof labels & string) => ({
      label: labels[name],
      value: filters[name] ?? "",
      onCommit: (to: string, how: { replace: boolean }) => inAddress.setFilter(name, to.trim(), how),
    }),
    /** Of a SelectField. With `options` whatever else the address holds is no choice; without them it may come later. */
    choice: <T extends string>(name: keyof typeof labels & string, options?: readonly Option<T>[]) => {
      const value = (filters[name] ?? "") as T;
      const isChosen = options ? options.some((option) => option.value === value) : value !== "";
      return {
        label: labels[name],
        value: isChosen ? value : null,
        options: options ?? [],
        clearable: true,
        onChange: (to: T | null) => inAddress.setFilter(name, to ?? ""),
      };
    },
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
export type ShownPagedList<Row> = Omit<ReturnType<typeof usePagedList<AnyPagedList, Row>>, "text" | "choice">;
