import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import { newer } from "../../live/records.ts";

/** What was told of an order that is shown. News names customer and machine by their ids, and neither ever changes. */
export const withTold = (known: Order, told: OrderRecord): Order =>
  newer<OrderRecord>(known, told) === known
    ? known
    : { ...told, user: known.user, vendingMachine: known.vendingMachine };

/** With the customer's name, number and address as they are now. */
export const withCustomer = (known: Order, { _id, name, phone, email }: Order["user"]): Order =>
  known.user._id === _id ? { ...known, user: { _id, name, phone, email } } : known;

/** With the machine's name as it is now. */
export const withMachineName = (known: Order, { _id, name }: { _id: string; name: string }): Order =>
  known.vendingMachine._id === _id ? { ...known, vendingMachine: { ...known.vendingMachine, name } } : known;
