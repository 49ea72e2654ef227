import { owedList, owedListColumns } from "#shared/penalties/owed-list.ts";
import { listOwedPenalties } from "#shared/penalties/penalty.api.ts";
import { isOwed } from "#shared/penalties/penalty.rules.ts";
import type { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { pagedSource, shownAnew, wentOld } from "../../live/paged.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { Empty } from "../../ui/States.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";

const owedColumns: Column<OwedPenalty>[] = shownColumns(owedListColumns, {
  message: { onPhone: "line", link: ({ _id }) => pathTo("penalty", { id: _id }) },
  name: { onPhone: "title", link: ({ user }) => pathTo("user", { id: user }) },
  phone: { as: "figures", narrow: 124 },
  total: { onPhone: "side", as: "money" },
  state: { wide: true },
  createdAt: { as: "moment" },
});

const source = pagedSource({
  endpoint: listOwedPenalties,
  rooms: ["penalties"],
  pick: ({ penalties: rows, pages, total }) => ({ rows: rows as OwedPenalty[], pages, total }),
  handlers: {
    // The event does not name the user: a shown one keeps the name, any other makes the page old.
    "penalty.changed": (page, incoming) => {
      const shown = shownAnew(page, incoming, (known) => ({ ...known, ...incoming }));
      if (!shown) return isOwed(incoming) ? wentOld(page) : page;
      return isOwed(incoming) ? shown : wentOld(shown);
    },
    "penalty.removed": wentOld,
  },
});

/** Everything that customers still owe, in one list. */
export function Component() {
  const paged = usePagedList({ list: owedList, source, filters: {} });
  return (
    <PagedListPage
      paged={paged}
      title="Penalties"
      things={["unpaid penalty", "unpaid penalties"]}
      columns={owedColumns}
      refresh="Penalties have changed: refresh"
      empty={
        <Empty title="Nobody owes anything" icon="pi-check-circle">
          Add a penalty from the user's page.
        </Empty>
      }
    />
  );
}
