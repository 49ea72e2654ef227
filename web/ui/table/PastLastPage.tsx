import { Button } from "../Button.tsx";
import { Empty } from "../States.tsx";
import type { TableList } from "./table-list.ts";

interface PastLastPageProps {
  list: Pick<TableList, "page" | "setPage">;
  /** How many there are. */
  pages: number;
}

/** The address names a page beyond the last one: this leads to the last one. */
export function PastLastPage({ list, pages }: PastLastPageProps) {
  return (
    <Empty
      title={`Page ${list.page} is past the last one`}
      action={<Button onClick={() => list.setPage(pages)}>Go to page {pages}</Button>}
    />
  );
}
