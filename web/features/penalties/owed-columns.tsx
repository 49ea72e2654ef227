import { isOwed, totalOf } from "#shared/penalties/penalty.rules.ts";
import type { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Column } from "../../ui/table/column.ts";

/** How it ended while it was looked at. */
const state = (penalty: OwedPenalty) => (isOwed(penalty) ? "Not paid" : penalty.paid ? "Paid" : "Canceled");

export const owedColumns: Column<OwedPenalty>[] = [
  {
    id: "message",
    head: "Message",
    width: 260,
    onPhone: "line",
    value: ({ message }) => message || "No message",
    link: ({ _id }) => pathTo("penalty", { id: _id }),
  },
  {
    id: "name",
    head: "User",
    width: 200,
    onPhone: "title",
    value: ({ name }) => name,
    link: ({ user }) => pathTo("user", { id: user }),
  },
  {
    id: "phone",
    head: "Phone",
    width: 132,
    value: ({ phone }) => phone,
    cell: ({ phone }) => <span className="figures">{phone}</span>,
  },
  {
    id: "total",
    head: "Total",
    kind: "number",
    width: 120,
    onPhone: "side",
    value: totalOf,
    cell: (penalty) => <Money amount={totalOf(penalty)} />,
  },
  { id: "quantity", head: "Quantity", kind: "number", width: 104, value: ({ quantity }) => quantity },
  { id: "state", head: "State", width: 116, value: state },
  {
    id: "createdAt",
    head: "Given",
    kind: "time",
    width: 150,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DayTime at={createdAt} />,
  },
];
