import { listOrders, sumOrders } from "#shared/orders/order.api.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { OrderSums } from "#shared/orders/order-sums.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { type PagedSource, pagedSource, type QueryText } from "../../live/paged.ts";
import { namesOnPage } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { publishedOnPage } from "./new-orders.ts";

/** Orders fifty a page. */
export const ordersSource: PagedSource<Order> = pagedSource({
  endpoint: listOrders,
  rooms: ["orders", "users", "machine-names"],
  pick: ({ orders: rows, pages, total }) => ({ rows, pages, total }),
  handlers: (query) => ({
    "order.changed": (page, incoming) => publishedOnPage(query, page, incoming),
    ...namesOnPage<Order>(),
  }),
});

/** Sums of the orders that these filters find; null where they are too many. The list reports a failure. */
export const orderSumsAtomOf = oneForKey((query: QueryText) =>
  liveAtom<OrderSums | null>({
    rooms: ["orders"],
    load: loadBy(sumOrders, { query }, ({ sums }) => sums, { isQuiet: true }),
    // Each event of an order would have all of them summed up anew.
    againEveryMs: 60_000,
    handlers: {},
  }),
);
