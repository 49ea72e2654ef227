import { listOrders, sumOrders } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { OrderSums } from "#shared/orders/order-sums.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { type Paged, type PagedSource, pagedSource, type QueryText } from "../../live/paged.ts";
import { withCustomer, withMachineName } from "../../records/customer-and-machine.ts";
import { toldOnPage } from "./new-orders.ts";

const renamed = (page: Paged<Order>, rename: (order: Order) => Order): Paged<Order> => ({
  ...page,
  rows: page.rows.map(rename),
});

const sourceOf = (query: QueryText) =>
  pagedSource({
    endpoint: listOrders,
    rooms: ["orders", "users", "machines"],
    pick: ({ orders: rows, pages, total }) => ({ rows, pages, total }),
    handlers: {
      "order.changed": (page: Paged<Order>, told) => toldOnPage(query, page, told),
      "user.changed": (page, user) => renamed(page, (order) => withCustomer(order, user)),
      "machine.changed": (page, machine) => renamed(page, (order) => withMachineName(order, machine)),
    },
  });

/** Orders fifty a page. */
export const ordersSource: PagedSource<Order> = {
  atomOf: (query) => sourceOf(query).atomOf(query),
  all: (query) => sourceOf(query).all(query),
};

/** What the orders come to that these filters find; null where they are too many. A failure is the list's to tell. */
export const orderSumsAtomOf = (query: QueryText) => {
  const load = loadBy(sumOrders, { query }, ({ sums }): OrderSums | null => sums);
  return liveAtom<OrderSums | null>({
    rooms: ["orders"],
    load: (how) => load({ ...how, again: true, asked: false }),
    handlers: {},
  });
};
