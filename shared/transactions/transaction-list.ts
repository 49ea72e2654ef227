import * as z from "zod";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import { CanStatus } from "./can-status.ts";

const Reference = z.string().max(64, "must be at most 64 characters");

/** Fifty a page, the newest first. Names of users and machines are looked up where they are kept. */
export const transactionList = pagedList({
  filters: {
    vendingMachine: MachineFilter,
    transactionId: Reference,
    phone: PhoneFilter,
    status: CanStatus,
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: { machine: "begins" },
});
