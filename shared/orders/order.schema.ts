import * as z from "zod";
import { Id, Moment, Reason, Rev } from "../http/fields.ts";
import { ProductType } from "../products/product.schema.ts";
import { OrderFlag, OrderSource, OrderStatus } from "./order-status.ts";

/** What was bought of one product, as it was sold: rupees without GST, for one of `quantity` cans. */
export const OrderLine = z
  .object({
    product: Id,
    brand: z.string(),
    /** A deposit is charged at its price, untaxed, and credits no can. */
    productType: ProductType,
    quantity: z.number(),
    unitPrice: z.number(),
    /** Before discount. */
    totalPrice: z.number(),
  })
  .meta({ id: "OrderLine" });
export type OrderLine = z.infer<typeof OrderLine>;

/** One entry of an order's timeline. */
export const OrderStep = z
  .object({
    at: Moment,
    what: z.enum(["created", "payment", "moved", "credited", "flagged", "refused", "settled"]),
    /** After it. */
    orderStatus: OrderStatus,
    source: OrderSource,
    /** The operator that did it; null for everybody else. */
    by: z.object({ _id: Id, name: z.string() }).nullable(),
    paymentId: z.string(),
    /** The operator's reason, the provider's word, the flag; may be empty. */
    reason: z.string(),
  })
  .meta({ id: "OrderStep" });
export type OrderStep = z.infer<typeof OrderStep>;

/**
 * An order's record, which its events carry: customer and machine by their ids alone, because neither ever changes and
 * a page that shows it has their names. Money in rupees.
 */
export const OrderRecord = z
  .object({
    _id: Id,
    orderId: z.string(),
    /** Empty until there is one. */
    paymentId: z.string(),
    orderStatus: OrderStatus,
    gst: z.number(),
    netAmount: z.number(),
    time: Moment,
    user: z.object({ _id: Id }),
    vendingMachine: z.object({
      _id: Id,
      /** As it was when the order was made. */
      vendingMachineId: z.string(),
    }),
    products: z.object({ bundle: z.array(OrderLine), unit: z.array(OrderLine) }),
    discount: z.object({ productDiscount: z.number(), couponDiscount: z.number(), totalDiscount: z.number() }),
    penalty: z.object({ quantity: z.number(), unitPrice: z.number(), totalPrice: z.number() }),
    securityDeposit: z.number(),
    /** Empty until the provider has one. */
    providerOrderId: z.string(),
    /** Why somebody must look at it. */
    flags: z.array(OrderFlag),
    /** What happened to it, the oldest first. */
    steps: z.array(OrderStep),
    rev: Rev,
  })
  .meta({ id: "OrderRecord" });
export type OrderRecord = z.infer<typeof OrderRecord>;

/** With names as they are now (specification: Entities). */
export const Order = OrderRecord.extend({
  user: z.object({ _id: Id, name: z.string(), phone: z.string(), email: z.string() }),
  vendingMachine: OrderRecord.shape.vendingMachine.extend({
    name: z.string(),
    /** The name of the profile by which the order was sold. */
    profileName: z.string(),
    region: z.string(),
  }),
}).meta({ id: "Order" });
export type Order = z.infer<typeof Order>;

/** What an operator edits of an order, until it was paid. */
export const OrderChange = z.strictObject({
  orderStatus: OrderStatus,
  reason: Reason,
  rev: Rev.optional(),
});
export type OrderChange = z.infer<typeof OrderChange>;
