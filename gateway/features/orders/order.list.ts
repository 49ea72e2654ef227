import { ObjectId } from "mongodb";
import { orderList } from "#shared/orders/order-list.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { talliedOrders } from "#shared/runtime/tallies/tallied-lists.ts";
import {
  equals,
  idWhereNameBegins,
  machineNamed,
  pagesByMachineAndStatus,
  userWithPhone,
} from "../../paged/narrowings.ts";
import { pagedAnswer } from "../../paged/paged-answer.ts";

/** More customers than MongoDB merges the orders of would be read from the list of all. */
const mostCustomers = 200;

/** Orders as they were made. What leaves least leads. */
export const orderPages = pagedAnswer({
  list: orderList,
  collection: ({ orders }: Collections) => orders,
  always: {},
  days: "time",
  sorts: { time: { field: "time", index: "time" } },
  filters: {
    orderId: equals("orderId", "orderId"),
    paymentId: equals("paymentId", "paymentId"),
    phone: userWithPhone("user", "userTime"),
    user: idWhereNameBegins({ field: "user", index: "userTime", most: mostCustomers }, ({ users }) => users, "name"),
    vendingMachine: machineNamed("machine", "machineTime"),
    machine: idWhereNameBegins({ field: "machine", index: "machineTime" }, ({ machines }) => machines, "name"),
    product: (id) => ({ filter: { "lines.product": new ObjectId(id) }, index: "productTime" }),
    status: equals("status", "statusTime"),
  },
  tallied: talliedOrders,
  fields: {
    orderId: 1,
    providerOrderId: 1,
    paymentId: 1,
    status: 1,
    time: 1,
    user: 1,
    machine: 1,
    vendingMachineId: 1,
    profile: 1,
    lines: 1,
    gst: 1,
    discount: 1,
    penalty: 1,
    securityDeposit: 1,
    netAmount: 1,
    steps: 1,
    flags: 1,
    rev: 1,
  },
});

/** How the list answers this query. */
export const orderPagesFor = pagesByMachineAndStatus(orderPages);
