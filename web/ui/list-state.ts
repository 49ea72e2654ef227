import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { Sort, TableList } from "./table/table-list.ts";
import { columnPrefix, parseSort, writeSort } from "./table/table-list.ts";
import { useIsHere } from "./use-is-here.ts";

export interface ListOptions<Filters extends Record<string, string>> {
  /** The page's own filters with what they are when the URL says nothing. `sort` and `page` are taken. */
  filters?: Filters;
  /** What a filter may be; anything else in a pasted link is as if it were not there. */
  choices?: { [Key in keyof Filters]?: readonly string[] };
  /** How long a filter's text must be; another one in a pasted link, or half typed, is as if it were not there. */
  lengths?: { [Key in keyof Filters]?: number };
  /** What a filter's text in a link means, written as the page writes it; nothing where it means nothing. */
  readings?: { [Key in keyof Filters]?: (given: string) => string };
  /** The order when the URL says none: "name", or "-time" for newest first. */
  sort?: string;
  /** Called with what the list is about to show, before anything of it is drawn. */
  onNext?: (next: ListPlace<Filters>) => void;
}

/** Where a list stands: what its address says. */
export type ListPlace<Filters> = Pick<TableList, "columns" | "sort" | "page"> & { filters: Filters };

export interface ListState<Filters extends Record<string, string>> extends TableList {
  filters: Filters;
  /** Goes back to page 1. `replace` leaves no step for Back, as while typing. */
  setFilter<Key extends keyof Filters & string>(key: Key, value: Filters[Key], how?: { replace?: boolean }): void;
  /** Several at once, as when a filter form is sent: one step for Back. */
  setFilters(values: Partial<Filters>, how?: { replace?: boolean }): void;
  /** Some filter differs from its default. */
  isFiltered: boolean;
  /** Filters, sort and page as text: load again when it changes. */
  key: string;
}

const reserved = new Set(["sort", "page"]);

/** A number from 1; anything else in the URL is page 1. */
const readPage = (text: string | null): number => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1);

/**
 * Filters, sort and page of a list live in the URL: Back, refresh and a pasted link restore them exactly. What is at its
 * default is not written.
 */
export function useListState<Filters extends Record<string, string>>(
  options: ListOptions<Filters>,
): ListState<Filters> {
  const [params, setParams] = useSearchParams();
  const isHere = useIsHere();
  // Two changes in one event must not undo each other: the second starts from what the first has requested.
  const wanted = useRef(params);
  wanted.current = params;

  const defaults = options.filters ?? ({} as Filters);
  const text = params.toString();
  const optionsText = JSON.stringify(options);

  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content, so that a literal may be handed in.
  return useMemo(() => {
    const change = (edit: (next: URLSearchParams) => void, how: { replace?: boolean; keepPage?: boolean } = {}) => {
      // Another page stands at the address by then: an answer came late.
      if (!isHere()) return;
      const next = new URLSearchParams(wanted.current);
      edit(next);
      if (!how.keepPage) next.delete("page");
      if (next.toString() === wanted.current.toString()) return;
      wanted.current = next;
      options.onNext?.(placeIn(next));
      setParams(next, { replace: how.replace ?? false, preventScrollReset: true });
    };
    const put = (next: URLSearchParams, key: string, value: string) => {
      if (reserved.has(key)) throw new Error(`A filter cannot be called ${key}`);
      if (value === defaults[key] || !hasLength(key, value)) next.delete(key);
      else next.set(key, value);
    };
    const hasLength = (key: string, value: string) => value.length === (options.lengths?.[key] ?? value.length);
    const fallbackSort = options.sort ?? "";
    const keys = Object.keys(defaults);
    const placeIn = (address: URLSearchParams): ListPlace<Filters> => {
      const read = (key: string): string => {
        const inLink = address.get(key);
        const fallback = defaults[key] ?? "";
        if (inLink === null) return fallback;
        const given = options.readings?.[key]?.(inLink) ?? inLink;
        const allowed = options.choices?.[key];
        return (allowed && !allowed.includes(given)) || !hasLength(key, given) ? fallback : given;
      };
      const columns: Record<string, string[]> = {};
      for (const name of new Set(address.keys())) {
        if (name.startsWith(columnPrefix)) columns[name.slice(columnPrefix.length)] = address.getAll(name);
      }
      return {
        filters: Object.fromEntries(keys.map((key) => [key, read(key)])) as Filters,
        columns,
        sort: parseSort(address.get("sort") ?? fallbackSort),
        page: readPage(address.get("page")),
      };
    };
    const place = placeIn(params);

    return {
      ...place,
      isFiltered: keys.some((key) => place.filters[key] !== defaults[key]) || Object.keys(place.columns).length > 0,
      key: text,
      setFilter: (key, value, how) => change((next) => put(next, key, value), how),
      setFilters: (values, how) =>
        change((next) => {
          for (const [key, value] of Object.entries(values)) if (value !== undefined) put(next, key, value);
        }, how),
      setSort: (to: Sort | null) =>
        change((next) => {
          const written = writeSort(to);
          if (written === fallbackSort) next.delete("sort");
          else next.set("sort", written);
        }),
      setPage: (page) =>
        change((next) => (page === 1 ? next.delete("page") : next.set("page", String(page))), { keepPage: true }),
      setColumn: (id, values, how) =>
        change((next) => {
          next.delete(columnPrefix + id);
          for (const value of values) next.append(columnPrefix + id, value);
        }, how),
      clear: () =>
        change((next) => {
          for (const name of new Set(next.keys())) {
            if (name in defaults || name.startsWith(columnPrefix)) next.delete(name);
          }
        }),
    };
  }, [text, optionsText, setParams, isHere]);
}
