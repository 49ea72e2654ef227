import type { Order } from "#shared/orders/order.schema.ts";
import { orderListColumns } from "#shared/orders/order-list.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen, phoneOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { IdInColumn, IdTail } from "../../ui/Id.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayMoment } from "../../ui/times.ts";

/** Statuses other than successful are red (specification: Orders). */
function Status({ orderStatus }: Pick<Order, "orderStatus">) {
  return <span className={isPaid(orderStatus) ? undefined : "order-unpaid"}>{orderStatus}</span>;
}

function Flag({ flags }: Pick<Order, "flags">) {
  if (flags.length === 0) return null;
  return (
    <span
      className="pi pi-flag-fill order-flag"
      title={`Look at it: ${flags.join(", ")}`}
      role="img"
      aria-label="flagged"
    />
  );
}

/** The heads of customers and machines filter by names. On a phone: what it cost and where; who and when. */
export const orderColumns: Column<Order>[] = shownColumns(orderListColumns, {
  orderId: {
    narrow: 118,
    onPhone: "title",
    cell: ({ orderId, flags }) => (
      <>
        <IdTail value={orderId} />
        <Flag flags={flags} />
      </>
    ),
    phone: ({ netAmount, vendingMachine, flags }) => (
      <>
        <Money amount={netAmount} /> · {vendingMachine.name}
        <Flag flags={flags} />
      </>
    ),
    link: ({ _id }) => pathTo("order", { id: _id }),
  },
  paymentId: {
    wide: true,
    cell: ({ paymentId }) => (paymentId ? <IdInColumn value={paymentId} /> : <span className="muted">none</span>),
  },
  user: {
    narrow: 100,
    onPhone: "line",
    phone: ({ user, time }) => `${user.name || user.phone} · ${dayMoment(Date.parse(time))}`,
  },
  phone: phoneOnScreen,
  machine: machineOnScreen,
  netAmount: { as: "money", narrow: 92 },
  gst: { as: "money", wide: true },
  orderStatus: {
    narrow: 148,
    onPhone: "side",
    cell: Status,
    phone: (row) => (isPaid(row.orderStatus) ? null : Status(row)),
  },
  time: { as: "moment", narrow: 120 },
});
