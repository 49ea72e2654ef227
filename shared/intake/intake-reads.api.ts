import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { Id, line } from "../http/fields.ts";
import { intakeExamples } from "./intake.examples.ts";
import { OrderedView } from "./intake.schema.ts";
import {
  cursorQuery,
  customerQuery,
  IntakeCans,
  IntakeCustomer,
  IntakeDeposit,
  IntakeMachine,
  IntakePenalty,
  IntakeProduct,
  IntakeQuote,
  IntakeQuoteRequest,
  NextCursor,
} from "./intake-reads.schema.ts";

const { get, post } = callsOf("intake", "key");
const ofMachines = { scope: "read:machines", failure: "The machines could not be read" } as const;
const ofCustomers = { scope: "read:customers", failure: "The customer could not be read" } as const;
/** The database id or the vendingMachineId. */
const machine = z.object({ vendingMachine: line(64) });
const customer = z.object({ id: Id });

export const listIntakeMachines = get("/intake/machines", {
  operationId: "listIntakeMachines",
  example: intakeExamples.listIntakeMachines,
  summary: "All vending machines: where they stand, whether they are open, what is in stock",
  query: cursorQuery,
  reply: z.object({ machines: z.array(IntakeMachine), nextCursor: NextCursor }),
  etag: true,
  ...ofMachines,
});

export const listIntakeProducts = get("/intake/machines/:vendingMachine/products", {
  operationId: "listIntakeProducts",
  example: intakeExamples.listIntakeProducts,
  summary: "One vending machine, with what it sells and the prices",
  params: machine,
  /** `gst` in per cent. */
  reply: z.object({ machine: IntakeMachine, gst: z.number(), products: z.array(IntakeProduct) }),
  etag: true,
  ...ofMachines,
});

export const quoteOrder = post("/intake/quotes", {
  operationId: "quoteOrder",
  example: intakeExamples.quoteOrder,
  summary: "The price of an order; nothing is stored",
  body: IntakeQuoteRequest,
  reply: z.object({ quote: IntakeQuote }),
  ...ofMachines,
});

export const findIntakeCustomer = get("/intake/customers", {
  operationId: "findIntakeCustomer",
  example: intakeExamples.findIntakeCustomer,
  summary: "The customer with a phone number",
  query: customerQuery,
  reply: z.object({ customer: IntakeCustomer }),
  etag: true,
  ...ofCustomers,
});

export const readIntakeCans = get("/intake/customers/:id/cans", {
  operationId: "readIntakeCans",
  example: intakeExamples.readIntakeCans,
  summary: "The cans that a customer has bought and not yet taken, by machine and brand",
  params: customer,
  reply: z.object({ cans: IntakeCans }),
  etag: true,
  ...ofCustomers,
});

export const readIntakeDeposit = get("/intake/customers/:id/deposit", {
  operationId: "readIntakeDeposit",
  example: intakeExamples.readIntakeDeposit,
  summary: "A customer's deposits, and the slots for cans that they pay for",
  params: customer,
  reply: z.object({ deposit: IntakeDeposit }),
  etag: true,
  ...ofCustomers,
});

export const listIntakePenalties = get("/intake/customers/:id/penalties", {
  operationId: "listIntakePenalties",
  example: intakeExamples.listIntakePenalties,
  summary: "A customer's penalties, the newest first",
  params: customer,
  query: cursorQuery,
  reply: z.object({ penalties: z.array(IntakePenalty), nextCursor: NextCursor }),
  etag: true,
  ...ofCustomers,
});

export const listIntakeOrders = get("/intake/customers/:id/orders", {
  operationId: "listIntakeOrders",
  example: intakeExamples.listIntakeOrders,
  summary: "A customer's orders, the newest first",
  params: customer,
  query: cursorQuery,
  reply: z.object({ orders: z.array(OrderedView), nextCursor: NextCursor }),
  etag: true,
  ...ofCustomers,
});

export const readIntakeOrder = get("/intake/orders/:orderId", {
  operationId: "readIntakeOrder",
  example: intakeExamples.readIntakeOrder,
  summary: "One order as it is now, by its database id or its orderId",
  params: z.object({ orderId: line(64) }),
  reply: z.object({ order: OrderedView }),
  etag: true,
  ...ofCustomers,
});
