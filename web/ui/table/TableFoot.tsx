import { Pagination } from "./Pagination.tsx";
import type { TableList } from "./table-list.ts";

interface TableFootProps {
  shown: number;
  all: number;
  things: readonly [one: string, many: string];
  paged: { pages: number; total: number } | undefined;
  list: TableList;
  /** A table in a card needs no foot that only counts. */
  isQuiet: boolean;
}

const figure = (count: number): string => count.toLocaleString("en-IN");

export function TableFoot({ shown, all, things: [one, many], paged, list, isQuiet }: TableFootProps) {
  if (isQuiet && !paged) return null;
  const total = paged?.total ?? all;
  const thing = total === 1 ? one : many;
  return (
    <footer className="table-foot">
      <span className="figures" role="status">
        {paged || shown === all ? `${figure(total)} ${thing}` : `${figure(shown)} of ${figure(all)} ${thing}`}
      </span>
      {paged && <Pagination page={list.page} pages={paged.pages} onPage={list.setPage} />}
    </footer>
  );
}

interface PagesFootProps extends Pick<TableFootProps, "things" | "list"> {
  /** A page that the server cut, once it is known. */
  of: { pages: number; total: number; all: number } | undefined;
}

/** The same beneath cards, or a table of another shape, that the server cuts into pages. */
export function PagesFoot({ of, things, list }: PagesFootProps) {
  return of && <TableFoot shown={of.total} all={of.all} things={things} paged={of} list={list} isQuiet={false} />;
}
