import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id, line, Phone } from "../http/fields.ts";
import { intakeExamples } from "../intake/intake.examples.ts";
import { IntakeTransaction } from "./transaction.schema.ts";

const { post } = callsOf("intake", "key");

/** The customers' app opens a container for a can that its customer has paid for. */
export const takeCan = post("/intake/transactions", {
  operationId: "takeCan",
  example: intakeExamples.takeCan,
  summary: "Take a paid can: it is debited and its container opens, once for each Idempotency-Key",
  body: z.strictObject({
    phone: Phone,
    /** The database id or the vendingMachineId. */
    vendingMachine: line(64),
    product: Id,
  }),
  idempotent: "required",
  reply: z.object({ transaction: IntakeTransaction, sessionId: Id }),
  failure: "Error: Failed to open container",
});

export const returnCan = post("/intake/returns", {
  operationId: "returnCan",
  example: intakeExamples.returnCan,
  summary: "Return a can that was taken; its deposit slot is free again",
  body: z.strictObject({ transactionId: line(64) }),
  idempotent: "required",
  reply: z.object({ transaction: IntakeTransaction }),
  failure: "Error: Failed to updated a transaction",
});
