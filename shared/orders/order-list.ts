import * as z from "zod";
import { Id } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import { OrderStatus } from "./order-status.ts";

/** Orders and payments are named as the house and the provider name them: letter by letter. */
const Reference = z.string().max(64, "must be at most 64 characters");

/** Fifty a page, the newest first. Names of users and machines are looked up where they are kept. */
export const orderList = pagedList({
  filters: {
    vendingMachine: MachineFilter,
    paymentId: Reference,
    orderId: Reference,
    phone: PhoneFilter,
    /** The orders that bought it; none where the id is malformed. */
    product: Id,
    status: OrderStatus,
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: { user: "begins", machine: "begins" },
});
