import type { Order } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { pathTo } from "../../app/paths.ts";
import { machineColumn, phoneColumn } from "../../records/customer-and-machine-columns.tsx";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Column } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";

/** Statuses other than successful are red (specification section 2). */
function Status({ orderStatus }: Pick<Order, "orderStatus">) {
  return <span className={isPaid(orderStatus) ? undefined : "order-unpaid"}>{orderStatus}</span>;
}

/** As decisions of the console name them, in their order; the heads of customers and machines filter by names. */
export const orderColumns: Column<Order>[] = [
  {
    id: "orderId",
    head: "Order Id",
    width: 176,
    onPhone: "title",
    value: ({ orderId }) => orderId,
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
  {
    id: "paymentId",
    head: "Payment Id",
    width: 128,
    value: ({ paymentId }) => paymentId,
    cell: ({ paymentId }) =>
      paymentId ? <span className="mono">{paymentId}</span> : <span className="muted">none</span>,
  },
  { id: "user", head: "User", width: 124, value: ({ user }) => user.name },
  phoneColumn(116),
  machineColumn(124),
  {
    id: "netAmount",
    head: "Net Amount",
    kind: "number",
    width: 104,
    onPhone: "line",
    value: ({ netAmount }) => netAmount,
    cell: ({ netAmount, vendingMachine, time }) => (
      <>
        <Money amount={netAmount} />
        <span className="on-phone">
          {" "}
          · {vendingMachine.name} · {dayTime(Date.parse(time))}
        </span>
      </>
    ),
  },
  {
    id: "gst",
    head: "GST",
    kind: "number",
    width: 80,
    value: ({ gst }) => gst,
    cell: ({ gst }) => <Money amount={gst} />,
  },
  {
    id: "orderStatus",
    head: "Status",
    width: 152,
    onPhone: "side",
    value: ({ orderStatus }) => orderStatus,
    cell: Status,
  },
  {
    id: "time",
    head: "Time",
    kind: "time",
    width: 154,
    value: ({ time }) => time,
    cell: ({ time }) => <DayTime at={time} />,
  },
];
