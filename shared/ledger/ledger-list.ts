import { Id } from "../http/fields.ts";
import { dateRange, MachineFilter, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import type { LedgerEntry } from "./ledger.schema.ts";

/** The can ledger; `product` and `userId` are database ids. */
export const ledgerList = pagedList({
  filters: { vendingMachine: MachineFilter, product: Id, userId: Id, ...dateRange },
  sorts: ["time"],
  byDefault: "-time",
  columns: {},
});

/** 0 says nothing: a row either credits or debits. */
const orNothing = (count: number) => (count === 0 ? null : count);

/** Named and ordered as on the screen (specification: Can ledger). */
export const ledgerListColumns = [
  { id: "time", head: "Time", kind: "time", width: 120, value: ({ time }) => time },
  { id: "reference", head: "Reference", width: 144, value: ({ reference: { label } }) => label },
  { id: "user", head: "User", width: 146, value: ({ user }) => user.name || user.phone || user._id },
  { id: "product", head: "Product", width: 144, value: ({ product }) => product.brand },
  {
    id: "vendingMachine",
    head: "Vending Machine",
    width: 200,
    value: ({ vendingMachine }) => vendingMachine.name || vendingMachine._id,
  },
  { id: "credit", head: "Credit", kind: "number", width: 66, value: ({ credit }) => orNothing(credit) },
  { id: "debit", head: "Debit", kind: "number", width: 66, value: ({ debit }) => orNothing(debit) },
  { id: "total", head: "Total", kind: "number", width: 66, value: ({ total }) => total },
  { id: "message", head: "Message", width: 178, value: ({ message }) => message },
] as const satisfies readonly ListColumn<LedgerEntry>[];
