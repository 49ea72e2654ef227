import { Button } from "../Button.tsx";
import { Empty } from "../States.tsx";
import type { Column } from "./column.ts";
import type { TableList } from "./table-list.ts";

interface NothingMatchesProps<Row> {
  columns: readonly Column<Row>[];
  list: TableList;
  things: readonly [one: string, many: string];
}

/** The filters in the heads leave no row: says which, and clears them. */
export function NothingMatches<Row>({ columns, list, things: [, many] }: NothingMatchesProps<Row>) {
  const filters = columns
    .filter(({ id }) => list.columns[id])
    .map(({ id, head }) => `${head} ${list.columns[id]?.join(" or ")}`);
  return (
    <Empty
      title={`No ${many} match ${filters.join(" and ")}`}
      icon="pi-filter-slash"
      action={<Button onClick={list.clear}>Clear filters</Button>}
    />
  );
}
