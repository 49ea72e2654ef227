import { Id, text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import { OrderStatus } from "./order-status.ts";

/** Orders and payments are named as Cansole and the provider name them: letter by letter. */
const Reference = text(64);

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
