import { useMemo, useState } from "react";

export interface Sort {
  id: string;
  desc: boolean;
}

/** What a table shows of its rows: order, page, filters in the heads. */
export interface TableList {
  sort: Sort | null;
  page: number;
  /** Column id to its head's filter: one text, or the chosen values. */
  columns: Readonly<Record<string, string[]>>;
  setSort(sort: Sort | null): void;
  setPage(page: number): void;
  setColumn(id: string, values: string[], how?: { replace?: boolean }): void;
  /** Forgets every filter, in the heads and above the table. */
  clear(): void;
}

/** Column filters stand in the URL under this, apart from the page's own filters. */
export const columnPrefix = "in.";

/** "-time" is newest first. */
export const parseSort = (text: string): Sort | null => {
  if (text === "" || text === "-") return null;
  return text.startsWith("-") ? { id: text.slice(1), desc: true } : { id: text, desc: false };
};

export const writeSort = (sort: Sort | null): string => (sort ? `${sort.desc ? "-" : ""}${sort.id}` : "");

/** For a small table on a record's page, whose order is nobody else's business: kept by the table alone. */
export function useOwnList(): TableList {
  const [sort, setSort] = useState<Sort | null>(null);
  const [page, setPage] = useState(1);
  const [columns, setColumns] = useState<Record<string, string[]>>({});
  return useMemo(
    () => ({
      sort,
      page,
      columns,
      setSort,
      setPage,
      setColumn: (id, values) =>
        setColumns(({ [id]: _before, ...others }) => (values.length === 0 ? others : { ...others, [id]: values })),
      clear: () => setColumns({}),
    }),
    [sort, page, columns],
  );
}
