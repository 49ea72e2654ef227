import { owedListColumns } from "#shared/penalties/owed-columns.ts";
import { totalOf } from "#shared/penalties/penalty.rules.ts";
import type { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";

export const owedColumns: Column<OwedPenalty>[] = shownColumns(owedListColumns, {
  message: { onPhone: "line", link: ({ _id }) => pathTo("penalty", { id: _id }) },
  name: { onPhone: "title", link: ({ user }) => pathTo("user", { id: user }) },
  phone: { cell: ({ phone }) => <span className="figures">{phone}</span> },
  total: { onPhone: "side", cell: (penalty) => <Money amount={totalOf(penalty)} /> },
  createdAt: { cell: ({ createdAt }) => <DayTime at={createdAt} /> },
});
