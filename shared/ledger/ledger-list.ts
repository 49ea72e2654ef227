import { Id } from "../http/fields.ts";
import { dateRange, MachineFilter, pagedList } from "../http/paged-list.ts";

/** The can ledger; `product` and `userId` are database ids. */
export const ledgerList = pagedList({
  filters: { vendingMachine: MachineFilter, product: Id, userId: Id, ...dateRange },
  sorts: ["time"],
  byDefault: "-time",
  columns: {},
});
