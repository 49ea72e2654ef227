import * as z from "zod";
import { Id, OptionalEmail, Phone, text } from "../http/fields.ts";
import { Rupees } from "../http/money.ts";
import { Order } from "../orders/order.schema.ts";

/** `quantity` counts cans, of a bundle too. */
const IntakeLine = z.strictObject({
  product: Id,
  type: z.enum(["bundle", "unit"]),
  quantity: z
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(100_000, "must be at most 100000"),
});

/** What a customer wants to buy. Prices are the server's business. */
export const IntakeOrder = z.strictObject({
  phone: Phone,
  /** If the customer is known by this phone, name and email are filled in only where they are empty. */
  name: text(100).default(""),
  email: OptionalEmail.default(""),
  /** Its database id or its vendingMachineId. */
  vendingMachine: z.string().trim().min(1, "is required").max(64, "must be at most 64 characters"),
  lines: z.array(IntakeLine).min(1, "at least one is required").max(50, "must be at most 50"),
  couponDiscount: Rupees.default(0),
});
export type IntakeOrder = z.infer<typeof IntakeOrder>;

/** The order as the customers' app sees it: what operators noted on it is theirs. */
export const OrderedView = Order.omit({ steps: true, flags: true, rev: true }).meta({ id: "OrderedView" });

/** With what the app opens the provider's checkout. */
export const Payment = z
  .object({
    providerOrderId: z.string(),
    /** The public half of our key at the provider. */
    keyId: z.string(),
    /** In rupees: the order's netAmount. */
    amount: z.number(),
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof Payment>;
