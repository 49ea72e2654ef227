import { owedListColumns } from "#shared/penalties/owed-columns.ts";
import type { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { type Column, shownColumns } from "../../ui/table/column.ts";

export const owedColumns: Column<OwedPenalty>[] = shownColumns(owedListColumns, {
  message: { onPhone: "line", link: ({ _id }) => pathTo("penalty", { id: _id }) },
  name: { onPhone: "title", link: ({ user }) => pathTo("user", { id: user }) },
  phone: { as: "figures" },
  total: { onPhone: "side", as: "money" },
  createdAt: { as: "moment" },
});
