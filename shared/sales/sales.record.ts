import { record } from "../events/record.ts";
import { SalesRow } from "./sales.schema.ts";

/** Nobody edits it: a worker says what the orders of its day come to. */
export const salesRecord = record({
  name: "sales",
  collection: "sales",
  view: SalesRow,
  key: "sales",
  listKey: "sales",
  lists: ["sales"],
  keepsBefore: false,
  words: { one: "day of sales", many: "days of sales", removed: "These sales were removed" },
});
