import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Id, line, Phone } from "../http/fields.ts";
import { CanTransactionRecord } from "./transaction.schema.ts";

/** The customers' app opens a container for a can that its customer has paid for. */
export const takeCan = endpoint({
  method: "POST",
  path: "/intake/transactions",
  tag: "intake",
  summary: "Take a can that was paid for out of its machine: debited and commanded, once for each Idempotency-Key",
  access: "key",
  body: z.strictObject({
    phone: Phone,
    /** The database id or the vendingMachineId. */
    vendingMachine: line(64),
    product: Id,
  }),
  idempotent: "required",
  reply: z.object({ transaction: CanTransactionRecord, sessionId: Id }),
  failure: "Error: Failed to open container",
});

export const returnCan = endpoint({
  method: "POST",
  path: "/intake/returns",
  tag: "intake",
  summary: "Give back a can that was taken: its deposit slot is free again",
  access: "key",
  body: z.strictObject({ transactionId: line(64) }),
  idempotent: "required",
  reply: z.object({ transaction: CanTransactionRecord }),
  failure: "Error: Failed to updated a transaction",
});
