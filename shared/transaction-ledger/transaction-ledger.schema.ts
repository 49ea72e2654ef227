import * as z from "zod";
import { SessionStatus } from "../control-units/control-unit.schema.ts";
import { Id, Moment } from "../http/fields.ts";

/**
 * What a row is about: a container opened for a customer's can, a can that they brought back, a stock update, or any
 * other request of an operator to a machine.
 */
export const TransactionType = z.enum(["open", "return", "stock", "test"]);
export type TransactionType = z.infer<typeof TransactionType>;

/** A row of the transaction ledger (specification: Ledgers): one command to a control unit, or a return. */
export const TransactionLedgerEntry = z
  .object({
    _id: Id,
    /** The session's; of a return its own. */
    id: Id,
    /** The label that the only container had then; empty if there are none or several. */
    containerId: z.string(),
    containers: z.array(z.string()),
    /** The customer's transaction, else the command's id. */
    transactionId: z.string(),
    time: Moment,
    vendingMachine: z.object({ _id: Id, name: z.string(), vendingMachineId: z.string() }),
    /** The customer, else the operator who asked; names are read live. */
    user: z.object({ _id: Id, name: z.string(), phone: z.string() }).nullable(),
    requestStatus: SessionStatus,
    /** False once the unit said that a door of this command failed. */
    isContainerWorking: z.boolean(),
    transactionType: TransactionType,
    /** What caused it: the session of the command, and the customer's transaction. */
    sessionId: Id.nullable(),
    canTransaction: Id.nullable(),
  })
  .meta({ id: "TransactionLedgerEntry" });
export type TransactionLedgerEntry = z.infer<typeof TransactionLedgerEntry>;

/** The event of a new row: its user, so that a page knows whether it would show it. */
export const TransactionLedgerPosted = TransactionLedgerEntry.pick({
  _id: true,
  transactionId: true,
  transactionType: true,
}).extend({ user: Id.nullable(), vendingMachine: Id });
export type TransactionLedgerPosted = z.infer<typeof TransactionLedgerPosted>;
