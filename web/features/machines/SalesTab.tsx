import { useMemo } from "react";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Money } from "../../ui/Money.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import type { Column } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";
import { newestCansOf, newestOrdersOf } from "./machine-sales.atoms.ts";

/** The list beneath leads on; it is read, not searched. */
const plain = { sortable: false, filterable: false } as const;
const status = (word: string, isWell: boolean) => <span className={isWell ? undefined : "sale-bad"}>{word}</span>;

/** A phone's card has no place for a column of its own. */
const OnPhone = ({ time }: { time: string }) => <span className="on-phone"> · {dayTime(Date.parse(time))}</span>;

const orderColumns: Column<Order>[] = [
  {
    ...plain,
    id: "orderId",
    head: "Order",
    onPhone: "title",
    value: ({ orderId }) => orderId,
    as: "id",
    link: ({ _id }) => pathTo("order", { id: _id }),
  },
  { ...plain, id: "user", head: "User", value: ({ user }) => user.name || user.phone },
  {
    ...plain,
    id: "netAmount",
    head: "Amount",
    kind: "number",
    onPhone: "line",
    value: ({ netAmount }) => netAmount,
    cell: ({ netAmount, time }) => (
      <>
        <Money amount={netAmount} />
        <OnPhone time={time} />
      </>
    ),
  },
  {
    ...plain,
    id: "orderStatus",
    head: "Status",
    width: 150,
    narrow: 144,
    onPhone: "side",
    value: ({ orderStatus }) => orderStatus,
    cell: ({ orderStatus }) => status(orderStatus, isPaid(orderStatus)),
    phone: ({ orderStatus }) => (isPaid(orderStatus) ? null : status(orderStatus, false)),
  },
  { ...plain, id: "time", head: "Time", kind: "time", width: 132, value: ({ time }) => time, as: "moment" },
];

const canColumns: Column<CanTransaction>[] = [
  {
    ...plain,
    id: "transactionId",
    head: "Transaction Id",
    width: 150,
    narrow: 140,
    onPhone: "title",
    value: ({ transactionId }) => transactionId,
    as: "id",
    link: ({ _id }) => pathTo("transaction", { id: _id }),
  },
  { ...plain, id: "user", head: "User", value: ({ user }) => user.name || user.phone },
  {
    ...plain,
    id: "product",
    head: "Product",
    onPhone: "line",
    value: ({ product }) => product.brand,
    cell: ({ product, time }) => (
      <>
        {product.brand}
        <OnPhone time={time} />
      </>
    ),
  },
  { ...plain, id: "containerId", head: "Container Id", width: 96, value: ({ containerId }) => containerId },
  {
    ...plain,
    id: "status",
    head: "Status",
    onPhone: "side",
    value: (can) => can.status,
    cell: (can) => status(can.status, can.status === "opened"),
    phone: (can) => (can.status === "opened" ? null : status(can.status, false)),
  },
  { ...plain, id: "time", head: "Time", kind: "time", width: 132, value: ({ time }) => time, as: "moment" },
];
/** What was bought at a machine and what was taken out of it lately, and the way to all of it. */
export function SalesTab({ machine: { _id, vendingMachineId } }: { machine: Machine }) {
  const [orders, sendOrders] = useAtom(useMemo(() => newestOrdersOf(_id), [_id]));
  const [cans, sendCans] = useAtom(useMemo(() => newestCansOf(_id), [_id]));
  const orderRows = useMemo(() => mapLoad(orders, ({ rows }) => rows), [orders]);
  const canRows = useMemo(() => mapLoad(cans, ({ rows }) => rows), [cans]);
  const found = `?vendingMachine=${encodeURIComponent(vendingMachineId)}`;
  const all = (count: number | undefined, one: string) =>
    count === undefined ? `All ${one}s` : `All ${countText(count, one)}`;
  return (
    <div className="sales-tab">
      <TableCard
        title="Orders"
        label="Newest orders of this machine"
        action={<ButtonLink to={`${paths.orders}${found}`}>{all(orders.data?.total, "order")}</ButtonLink>}
        columns={orderColumns}
        of={orderRows}
        onRetry={() => sendOrders({ do: "retry" })}
        things={["newest order", "newest orders"]}
        empty={<Empty title="No order yet">Orders paid at this machine appear here.</Empty>}
      />
      <TableCard
        title="Cans"
        label="Newest cans of this machine"
        action={<ButtonLink to={`${paths.transactions}${found}`}>{all(cans.data?.total, "transaction")}</ButtonLink>}
        columns={canColumns}
        of={canRows}
        onRetry={() => sendCans({ do: "retry" })}
        things={["newest can", "newest cans"]}
        empty={<Empty title="No can taken yet">Cans taken out of this machine appear here.</Empty>}
      />
    </div>
  );
}
