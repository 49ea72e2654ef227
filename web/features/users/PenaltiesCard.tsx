import { totalOf } from "#shared/penalties/penalty.rules.ts";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";

const columns: Column<Penalty>[] = [
  {
    id: "message",
    head: "Message",
    width: 200,
    onPhone: "title",
    value: ({ message }) => message || "No message",
    link: ({ _id }) => pathTo("penalty", { id: _id }),
  },
  {
    id: "total",
    head: "Total",
    kind: "number",
    width: 108,
    onPhone: "side",
    value: totalOf,
    cell: (penalty) => <Money amount={totalOf(penalty)} />,
  },
  { id: "quantity", head: "Quantity", kind: "number", width: 96, value: ({ quantity }) => quantity },
  { id: "paid", head: "Paid", kind: "choice", width: 80, value: ({ paid }) => paid },
  { id: "canceled", head: "Canceled", kind: "choice", width: 104, value: ({ canceled }) => canceled },
  {
    id: "createdAt",
    head: "Given",
    kind: "time",
    width: 150,
    onPhone: "line",
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DayTime at={createdAt} />,
  },
];
const idOf = ({ _id }: Penalty) => _id;

/** A user's penalties, the newest first; a new one begins here, because it needs to know whose it is. */
export function PenaltiesCard({ user, penalties }: { user: string; penalties: readonly Penalty[] }) {
  return (
    <Card
      title="Penalties"
      flush
      action={
        <ButtonLink to={pathTo("penalty", { id: "new" })} state={{ user }} small>
          Add penalty
        </ButtonLink>
      }
    >
      <Table
        inCard
        label="Penalties"
        columns={columns}
        of={{ state: "ready", data: penalties }}
        rowId={idOf}
        things={["penalty", "penalties"]}
        empty={<Empty title="No penalty" icon="pi-check-circle" />}
      />
    </Card>
  );
}
