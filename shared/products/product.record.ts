import { record } from "../events/record.ts";
import { Product } from "./product.schema.ts";

export const productRecord = record({
  name: "product",
  collection: "products",
  view: Product,
  key: "data",
  listKey: "products",
  lists: ["products"],
  keepsBefore: false,
  words: { one: "product", many: "products", removed: "This product was removed" },
});
