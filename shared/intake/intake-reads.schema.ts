import * as z from "zod";
import { Cans } from "../cans/cans.schema.ts";
import { Deposit } from "../deposits/deposit.schema.ts";
import { Digits, Id, Phone } from "../http/fields.ts";
import { Penalty } from "../penalties/penalty.schema.ts";
import { ProductType } from "../products/product.schema.ts";
import { IntakeOrder, OrderedView } from "./intake.schema.ts";

/*
 * What the customers' app reads. Nothing that operators write for themselves stands here: no comment, reason, note,
 * flag or message.
 */

export const foreignCursor = "cursor: must be the nextCursor of an answer to this call";

/** The last row of a page: its id, behind it the milliseconds that its list is ordered by. Callers send it as it is. */
const Cursor = z
  .string()
  .regex(/^[0-9a-f]{24}(\.\d{1,15})?$/, "must be the nextCursor of an answer")
  .meta({ description: "`nextCursor` of the page before; without it the first page." });

export const cursorQuery = z.strictObject({
  cursor: Cursor.optional(),
  limit: Digits.pipe(z.number().min(1, "must be at least 1").max(100, "must be at most 100"))
    .default(50)
    .meta({ description: "Rows a page." }),
});
export type CursorQuery = z.output<typeof cursorQuery>;

/** Null after the last page. */
export const NextCursor = Cursor.nullable();

/** Cans of one product that a machine has for sale right now. */
const IntakeStock = z.object({ product: Id, brand: z.string(), cans: z.number().int() }).meta({ id: "IntakeStock" });

export const IntakeMachine = z
  .object({
    _id: Id,
    /** What its QR code says. */
    vendingMachineId: z.string(),
    name: z.string(),
    location: z.string(),
    /** It takes orders. */
    open: z.boolean(),
    /** Its control unit was heard within the last 75 s: doors open at once. */
    online: z.boolean(),
    /** Empty while it is not open. */
    stock: z.array(IntakeStock),
  })
  .meta({ id: "IntakeMachine" });
export type IntakeMachine = z.infer<typeof IntakeMachine>;

/** How a product is sold, in rupees without GST for one can; `least` is what the smallest order of it comes to. */
export const IntakeOffer = z
  .object({
    unitPrice: z.number(),
    discountPrice: z.number(),
    minPurchase: z.number().int(),
    maxPurchase: z.number().int(),
    incrementBy: z.number().int(),
    /** 1 is shown first. */
    priority: z.number().int(),
    /** Null where that order would be refused: it comes to less than a rupee. */
    least: z.object({ quantity: z.number().int(), gst: z.number(), netAmount: z.number() }).nullable(),
  })
  .meta({ id: "IntakeOffer" });
export type IntakeOffer = z.infer<typeof IntakeOffer>;

export const IntakeProduct = z
  .object({
    product: Id,
    brand: z.string(),
    productType: ProductType,
    tagline: z.string(),
    description: z.string(),
    /** Where its picture is, from the console's address on; empty where there is none. */
    image: z.string(),
    /** For sale right now; of a deposit 0, because none is needed. */
    cans: z.number().int(),
    /** Null where it is not sold so. */
    bundle: IntakeOffer.nullable(),
    unit: IntakeOffer.nullable(),
  })
  .meta({ id: "IntakeProduct" });
export type IntakeProduct = z.infer<typeof IntakeProduct>;

/** What is to be priced: an order without its customer. */
export const IntakeQuoteRequest = IntakeOrder.pick({ vendingMachine: true, lines: true, couponDiscount: true });
export type IntakeQuoteRequest = z.infer<typeof IntakeQuoteRequest>;

/** What those lines come to, in rupees; a customer's penalties and security deposit come on top. */
export const IntakeQuote = OrderedView.pick({ products: true, discount: true, gst: true, netAmount: true }).meta({
  id: "IntakeQuote",
});

export const customerQuery = z.strictObject({ phone: Phone });

export const IntakeCustomer = z
  .object({
    _id: Id,
    phone: z.string(),
    name: z.string(),
    email: z.string(),
    /** Each can that they take occupies a slot until it is given back. */
    needDeposit: z.boolean(),
    needSecurityDeposit: z.boolean(),
  })
  .meta({ id: "IntakeCustomer" });
export type IntakeCustomer = z.infer<typeof IntakeCustomer>;

export const IntakeCans = Cans.omit({ rev: true }).meta({ id: "IntakeCans" });
export const IntakeDeposit = Deposit.omit({ rev: true }).meta({ id: "IntakeDeposit" });
export const IntakePenalty = Penalty.omit({ user: true, message: true, rev: true }).meta({ id: "IntakePenalty" });
