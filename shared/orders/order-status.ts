import * as z from "zod";

/** As the wire and the database have them (specification: Order status). */
export const OrderStatus = z.enum(["processing", "payment failed", "payment canceled", "payment successful"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Final: nothing moves an order any more, and what it bought was credited. */
export const isPaid = (status: OrderStatus): boolean => status === "payment successful";

/** Who moved an order, or noted something on it. */
export const OrderSource = z.enum(["intake", "verification", "webhook", "sweep", "operator", "system"]);
export type OrderSource = z.infer<typeof OrderSource>;

/** Why somebody must look at an order. None of them moves money. */
export const OrderFlag = z.enum([
  /** The provider has another amount or currency than the order. */
  "other amount",
  /** A penalty that it paid was paid or canceled meanwhile. */
  "penalty settled meanwhile",
  /** The amount of a penalty that it paid was edited after the order was placed. */
  "penalty changed meanwhile",
  /** Two orders charged the security deposit. */
  "security deposit twice",
  /** The provider gave the money back after the order was credited, or took such a refund back: it failed. */
  "refunded by provider",
  /** The provider has more than one captured payment. */
  "paid twice",
  /** An operator called it paid, and the provider knows no captured payment. */
  "no money at provider",
  /** For six days the provider answered nothing conclusive; it is queried no more. */
  "never verified",
  /** A day after the order its payment is authorized, and neither taken nor given back. */
  "not captured",
  /** Its customer or their bank disputes the payment at the provider. */
  "disputed",
  /** It was paid after its customer's account had been deleted. */
  "account deleted",
]);
export type OrderFlag = z.infer<typeof OrderFlag>;
