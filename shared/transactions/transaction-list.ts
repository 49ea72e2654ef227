import * as z from "zod";
import { text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import { CanReview, CanStatus } from "./can-status.ts";

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
