import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import { newer } from "../../live/records.ts";

/** What was told of an order that is shown. News names customer and machine by their ids, and neither ever changes. */
export const withTold = (known: Order, told: OrderRecord): Order =>
  newer<OrderRecord>(known, told) === known
    ? known
    : { ...told, user: known.user, vendingMachine: known.vendingMachine };
