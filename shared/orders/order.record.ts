import { record } from "../events/record.ts";
import { OrderRecord } from "./order.schema.ts";

export const orderRecord = record({
  name: "order",
  collection: "orders",
  view: OrderRecord,
  key: "order",
  listKey: "orders",
  lists: ["orders"],
  room: "order",
  keepsBefore: false,
  words: { one: "order", many: "orders", removed: "This order was removed" },
});
