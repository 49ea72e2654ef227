import { pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import { isOwed, totalOf } from "./penalty.rules.ts";
import type { OwedPenalty } from "./penalty.schema.ts";

/** All penalties that are neither paid nor canceled. */
export const owedList = pagedList({
  filters: {},
  sorts: ["createdAt"],
  byDefault: "-createdAt",
  columns: {},
});

/** How it ended while it was looked at. */
const stateOf = (penalty: OwedPenalty) => (isOwed(penalty) ? "Not paid" : penalty.paid ? "Paid" : "Canceled");

export const owedListColumns = [
  { id: "message", head: "Message", width: 260, value: ({ message }) => message || "No message" },
  { id: "name", head: "User", width: 200, value: ({ name }) => name },
  { id: "phone", head: "Phone", width: 132, value: ({ phone }) => phone },
  { id: "total", head: "Total", kind: "number", width: 120, value: totalOf },
  { id: "quantity", head: "Quantity", kind: "number", width: 104, value: ({ quantity }) => quantity },
  { id: "state", head: "State", width: 116, value: stateOf },
  { id: "createdAt", head: "Given", kind: "time", width: 150, value: ({ createdAt }) => createdAt },
] as const satisfies readonly ListColumn<OwedPenalty>[];
