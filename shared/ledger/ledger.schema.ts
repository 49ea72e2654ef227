import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** What caused a row, as operators call it: an order or a transaction by its own id, an operator by their name. */
export const LedgerReference = z.object({
  kind: z.enum(["order", "transaction", "operator", "system"]),
  id: Id.nullable(),
  label: z.string(),
});
export type LedgerReference = z.infer<typeof LedgerReference>;

/** A row of the can ledger. Names are read live; the product is as it was called then. */
export const LedgerEntry = z
  .object({
    _id: Id,
    time: Moment,
    reference: LedgerReference,
    user: z.object({ _id: Id, name: z.string(), phone: z.string() }),
    product: z.object({ _id: Id, brand: z.string() }),
    vendingMachine: z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() }),
    credit: z.number().int(),
    debit: z.number().int(),
    /** The sum of all rows that the user, machine and product filters find, from the beginning up to this row. */
    total: z.number().int(),
    message: z.string(),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** What the ledger can be narrowed to. */
export const LedgerProduct = z.object({ _id: Id, brand: z.string() }).meta({ id: "LedgerProduct" });
export type LedgerProduct = z.infer<typeof LedgerProduct>;

/** The event of a new row: its user, so that a page knows whether it would show it. */
export const LedgerPosted = z.object({
  _id: Id,
  user: Id,
  product: Id,
  brand: z.string(),
  vendingMachine: Id,
  credit: z.number().int(),
  debit: z.number().int(),
});
export type LedgerPosted = z.infer<typeof LedgerPosted>;
