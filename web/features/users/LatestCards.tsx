import { useMemo } from "react";
import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import type { User } from "#shared/users/user.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import type { Column } from "../../ui/table/column.ts";
import { lastOrdersAtomOf, most, openCasesAtomOf } from "./latest.atoms.ts";

const plain = { sortable: false, filterable: false } as const;
const orderColumns: Column<Order>[] = [
  {
    id: "orderId",
    head: "Order Id",
    ...plain,
    width: 130,
    onPhone: "line",
    as: "id",
    value: ({ orderId }) => orderId,
    link: ({ _id }) => pathTo("order", { id: _id }),
  },
  {
    id: "machine",
    head: "Vending Machine",
    ...plain,
    width: 150,
    onPhone: "title",
    value: ({ vendingMachine }) => vendingMachine.name,
  },
  {
    id: "netAmount",
    head: "Net Amount",
    kind: "number",
    ...plain,
    width: 100,
    onPhone: "side",
    as: "money",
    value: ({ netAmount }) => netAmount,
  },
  {
    id: "status",
    head: "Status",
    ...plain,
    width: 138,
    value: ({ orderStatus }) => orderStatus,
    cell: ({ orderStatus }) => <span className={isPaid(orderStatus) ? undefined : "user-owes"}>{orderStatus}</span>,
  },
];

const caseColumns: Column<CanTransaction>[] = [
  {
    id: "transactionId",
    head: "Transaction Id",
    ...plain,
    width: 130,
    onPhone: "line",
    as: "id",
    value: ({ transactionId }) => transactionId,
    link: ({ _id }) => pathTo("transaction", { id: _id }),
  },
  {
    id: "product",
    head: "Product",
    ...plain,
    width: 130,
    onPhone: "title",
    value: ({ product }) => product.brand,
  },
  {
    id: "machine",
    head: "Vending Machine",
    ...plain,
    width: 150,
    value: ({ vendingMachine }) => vendingMachine.name,
  },
  {
    id: "time",
    head: "Time",
    ...plain,
    width: 100,
    onPhone: "side",
    value: ({ time }) => time,
    kind: "time",
  },
];

type Whose = Pick<User, "_id" | "phone">;

/** What a user bought last. */
export function LastOrdersCard({ user: { _id, phone } }: { user: Whose }) {
  const [load, send] = useAtom(useMemo(() => lastOrdersAtomOf(_id, phone), [_id, phone]));
  const rows = useMemo(() => mapLoad(load, (latest) => latest.rows), [load]);
  return (
    <TableCard
      title="Last orders"
      action={
        <ButtonLink to={`${paths.orders}?phone=${phone}`} small>
          {load.data ? countText(load.data.total, "order") : "Orders"}
        </ButtonLink>
      }
      columns={orderColumns}
      of={rows}
      boneRows={most}
      onRetry={() => send({ do: "retry" })}
      things={["order", "orders"]}
      empty={<Empty title="No order yet" />}
    />
  );
}

/** Cans that a user did not get yet, and that nobody has refunded. */
export function OpenCasesCard({ user: { _id, phone } }: { user: Whose }) {
  const [load, send] = useAtom(useMemo(() => openCasesAtomOf(_id, phone), [_id, phone]));
  const rows = useMemo(() => mapLoad(load, (latest) => latest.rows), [load]);
  const total = load.data?.total ?? 0;
  return (
    <TableCard
      title="Open cases"
      action={
        total > 0 && (
          <ButtonLink to={`${paths.transactions}?phone=${phone}&status=pending`} small>
            {countText(total, "case")}
          </ButtonLink>
        )
      }
      columns={caseColumns}
      of={rows}
      boneRows={1}
      onRetry={() => send({ do: "retry" })}
      things={["case", "cases"]}
      empty={<Empty title="Every can came out or was refunded" icon="pi-check-circle" />}
    />
  );
}
