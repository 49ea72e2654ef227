import { totalOf } from "#shared/penalties/penalty.rules.ts";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import type { Column } from "../../ui/table/column.ts";

const columns: Column<Penalty>[] = [
  {
    id: "message",
    head: "Message",
    width: 160,
    onPhone: "title",
    value: ({ message }) => message || "No message",
    link: ({ _id }) => pathTo("penalty", { id: _id }),
  },
  { id: "total", head: "Total", kind: "number", width: 84, onPhone: "side", value: totalOf, as: "money" },
  { id: "quantity", head: "Quantity", kind: "number", width: 76, value: ({ quantity }) => quantity },
  { id: "paid", head: "Paid", kind: "choice", width: 60, value: ({ paid }) => paid },
  { id: "canceled", head: "Canceled", kind: "choice", width: 80, value: ({ canceled }) => canceled },
  {
    id: "createdAt",
    head: "Given",
    kind: "time",
    width: 124,
    onPhone: "line",
    value: ({ createdAt }) => createdAt,
    as: "moment",
  },
];
/** A user's penalties, the newest first; a new one begins here, because it needs to know whose it is. */
export function PenaltiesCard({ user, penalties }: { user: string; penalties: readonly Penalty[] }) {
  return (
    <TableCard
      title="Penalties"
      action={
        <ButtonLink to={pathTo("penalty", { id: "new" })} state={{ user }} small>
          Add penalty
        </ButtonLink>
      }
      columns={columns}
      of={{ state: "ready", data: penalties }}
      things={["penalty", "penalties"]}
      empty={<Empty title="No penalty" icon="pi-check-circle" />}
    />
  );
}
