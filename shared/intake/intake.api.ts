import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { intakeExamples } from "./intake.examples.ts";
import { IntakeOrder, OrderedView, Payment } from "./intake.schema.ts";

const { post } = callsOf("intake", "key");

export const placeOrder = post("/intake/orders", {
  operationId: "placeOrder",
  example: intakeExamples.placeOrder,
  summary: "A customer orders cans at a machine; the answer says what to pay, and where",
  idempotent: "required",
  body: IntakeOrder,
  /** `payment` is null where there is nothing to pay, or nothing more. */
  reply: z.object({ order: OrderedView, payment: Payment.nullable() }),
  failure: "The order could not be placed: repeat it with the same Idempotency-Key",
});
