import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { reportQuery } from "../http/report-query.ts";
import { Order, OrderChange } from "./order.schema.ts";
import { orderList } from "./order-list.ts";
import { OrderSums } from "./order-sums.ts";

const { get, put } = callsOf("orders");

/** One text stands for several failures (specification: Failures). */
const failure = "Failed to feth Orders";

export const listOrders = get("/orders/all", {
  operationId: "listOrders",
  summary: "Orders, fifty a page",
  query: orderList.query,
  reply: pageOf("orders", Order).extend({ asOf: ClusterTime }),
  failure,
});

/** Ours: it is requested beside the list, so that turning a page computes nothing anew. */
export const sumOrders = get("/orders/sums", {
  operationId: "sumOrders",
  summary: "Totals of the orders that the list's filters find",
  query: orderList.query.omit({ page: true, sort: true, latest: true, days: true, download: true }),
  reply: z.object({ sums: OrderSums.nullable(), asOf: ClusterTime }),
  failure,
});

export const readOrder = get("/orders/:id", {
  operationId: "readOrder",
  summary: "One order",
  params: z.object({ id: Id }),
  reply: z.object({ order: Order, asOf: ClusterTime }),
  failure,
});

export const changeOrder = put("/orders/:id", {
  operationId: "changeOrder",
  summary: "Set how an order's payment ended; successful is final",
  params: z.object({ id: Id }),
  body: OrderChange,
  reply: z.object({ order: Order }),
  notice: "Order Updated",
  failure: "Error: Failed to update order",
});

export const reportOrders = get("/orders/report/download", {
  operationId: "reportOrders",
  summary: "All orders of a machine between two days, the oldest first",
  query: reportQuery,
  reply: z.object({ orders: z.array(Order) }),
  failure,
});
