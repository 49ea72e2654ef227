import type { ListColumn } from "../sheets/list-column.ts";
import type { Order } from "./order.schema.ts";

/** As decisions of the console name them, in their order. */
export const orderListColumns = [
  { id: "orderId", head: "Order Id", width: 140, value: ({ orderId }) => orderId },
  { id: "paymentId", head: "Payment Id", width: 118, value: ({ paymentId }) => paymentId },
  { id: "user", head: "User", width: 118, value: ({ user }) => user.name },
  { id: "phone", head: "Phone", width: 110, value: ({ user }) => user.phone },
  { id: "machine", head: "Vending Machine", width: 166, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "netAmount", head: "Net Amount", kind: "number", width: 102, value: ({ netAmount }) => netAmount },
  { id: "gst", head: "GST", kind: "number", width: 80, value: ({ gst }) => gst },
  { id: "orderStatus", head: "Status", width: 150, value: ({ orderStatus }) => orderStatus },
  { id: "time", head: "Time", kind: "time", width: 176, value: ({ time }) => time },
] as const satisfies readonly ListColumn<Order>[];
