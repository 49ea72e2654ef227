import * as z from "zod";
import { text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import { CanReview, CanStatus } from "./can-status.ts";
import type { CanTransaction } from "./transaction.schema.ts";

/** Flagged for one reason, or for any. */
export const ReviewFilter = z.enum(["any", ...CanReview.options]);
const Reference = text(64);

/** Fifty a page, the newest first. Names of users and machines are looked up where they are kept. */
export const transactionList = pagedList({
  filters: {
    vendingMachine: MachineFilter,
    transactionId: Reference,
    phone: PhoneFilter,
    status: CanStatus,
    review: ReviewFilter,
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: { machine: "begins" },
});

/** Named and ordered as on the screen (specification: Transactions). */
export const transactionListColumns = [
  { id: "transactionId", head: "Transaction Id", width: 126, value: ({ transactionId }) => transactionId },
  { id: "user", head: "User", width: 145, value: ({ user }) => user.name },
  { id: "phone", head: "Phone", width: 112, value: ({ user }) => user.phone },
  { id: "machine", head: "Vending Machine", width: 202, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "product", head: "Product", width: 141, value: ({ product }) => product.brand },
  { id: "containerId", head: "Container Id", width: 74, value: ({ containerId }) => containerId },
  { id: "status", head: "Status", width: 78, value: ({ status }) => status },
  { id: "returnCan", head: "Return Can", width: 58, value: ({ returnCan }) => returnCan },
  { id: "containerOpen", head: "Container Open", width: 74, value: ({ containerOpen }) => containerOpen },
  { id: "time", head: "Time", kind: "time", width: 126, value: ({ time }) => time },
] as const satisfies readonly ListColumn<CanTransaction>[];
