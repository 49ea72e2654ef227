import type { Order } from "#shared/orders/order.schema.ts";
import { orderListColumns } from "#shared/orders/order-columns.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen, phoneOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { cutInTheMiddle } from "../../ui/Id.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";

/** Statuses other than successful are red (specification: Orders). */
function Status({ orderStatus }: Pick<Order, "orderStatus">) {
  return <span className={isPaid(orderStatus) ? undefined : "order-unpaid"}>{orderStatus}</span>;
}

/** The heads of customers and machines filter by names. */
export const orderColumns: Column<Order>[] = shownColumns(orderListColumns, {
  orderId: {
    onPhone: "title",
    cell: ({ orderId, flags }) => (
      <>
        <span className="mono">{orderId}</span>
        {flags.length > 0 && (
          <span
            className="pi pi-flag-fill order-flag"
            title={`Look at it: ${flags.join(", ")}`}
            role="img"
            aria-label="flagged"
          />
        )}
      </>
    ),
    link: ({ _id }) => pathTo("order", { id: _id }),
  },
  paymentId: {
    cell: ({ paymentId }) =>
      paymentId ? (
        <span className="mono" title={paymentId}>
          {cutInTheMiddle(paymentId)}
        </span>
      ) : (
        <span className="muted">none</span>
      ),
  },
  phone: phoneOnScreen,
  machine: machineOnScreen,
  netAmount: {
    onPhone: "line",
    cell: ({ netAmount, vendingMachine, time }) => (
      <>
        <Money amount={netAmount} />
        <span className="on-phone">
          {" "}
          · {dayTime(Date.parse(time))} · {vendingMachine.name}
        </span>
      </>
    ),
  },
  gst: { as: "money" },
  orderStatus: { onPhone: "side", cell: Status },
  time: { as: "moment" },
});
