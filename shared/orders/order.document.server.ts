import type { ObjectId } from "mongodb";
import type { ProductType } from "../products/product.schema.ts";
import { collection } from "../runtime/collection.ts";
import type { OrderFlag, OrderSource, OrderStatus } from "./order-status.ts";

/** As it was sold: prices in paise, without GST, for one of `quantity` cans. */
export interface OrderLineDocument {
  product: ObjectId;
  brand: string;
  productType: ProductType;
  block: "bundle" | "unit";
  quantity: number;
  unitPrice: number;
  /** For a deposit the same as `unitPrice`. */
  discountPrice: number;
  /** Before discount. */
  totalPrice: number;
}

/** What happened to an order, in its order. */
export interface OrderStepDocument {
  at: Date;
  what: "created" | "payment" | "moved" | "credited" | "flagged" | "refused" | "settled";
  /** After it. */
  status: OrderStatus;
  source: OrderSource;
  /** The operator or API key that did it. */
  by: ObjectId | null;
  paymentId: string | null;
  /** The operator's reason, the provider's status, the flag. */
  reason: string;
}

/**
 * Written by the gateway and the workers. Money in paise. Product, price, quantity and `vendingMachineId` are as they
 * were when it was sold; names of user, machine, profile and region are read where it is shown.
 */
export interface OrderDocument {
  _id: ObjectId;
  /** What customers and the provider's receipt call it. */
  orderId: string;
  providerOrderId: string | null;
  /** The captured payment, else the latest. */
  paymentId: string | null;
  status: OrderStatus;
  /** When it was made, by MongoDB's clock; never edited. */
  time: Date;
  /** Raised by every write, but not where only `nextCheckAt` and `checkRequest` move. */
  changedAt: Date;
  user: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  profile: ObjectId;
  lines: OrderLineDocument[];
  /** Per cent times 100. */
  gstBasisPoints: number;
  gst: number;
  discount: { productDiscount: number; couponDiscount: number; totalDiscount: number };
  /** The penalties that it pays, as they were; `unitPrice` is the common amount, else the rounded mean. */
  penalty: { quantity: number; unitPrice: number; totalPrice: number; penalties: ObjectId[] };
  securityDeposit: number;
  netAmount: number;
  /** Slots that the profile gave for nothing at that moment; 0 where it gave none. */
  freeDeposits: number;
  /** In the transaction in which it became successful. */
  creditedAt: Date | null;
  steps: OrderStepDocument[];
  flags: OrderFlag[];
  /** What the provider's notices called a dispute about it, by the provider's ids; missing is none. */
  disputes?: string[];
  /** Flags that somebody has settled; missing if there are none. */
  settledFlags?: OrderFlag[];
  /** When the provider is queried next; null when it need not be. */
  nextCheckAt: Date | null;
  /**
   * Set anew when an event requires a query of the provider: a notice came, an operator marked the order paid, or it
   * got its provider order. Only a query that began with it clears it; missing if none is required.
   */
  checkRequest?: ObjectId | null;
  rev: number;
}

export const orders = {
  orders: collection<OrderDocument>({
    indexes: [
      { name: "orderId", key: { orderId: 1 }, unique: true, taken: () => "An order with this id exists already" },
      {
        name: "providerOrderId",
        key: { providerOrderId: 1 },
        unique: true,
        partialFilterExpression: { providerOrderId: { $type: "string" } },
        taken: () => "Another order has this provider order already",
      },
      { name: "paymentId", key: { paymentId: 1, time: 1, _id: 1 } },
      { name: "time", key: { time: 1, _id: 1 } },
      { name: "machineTime", key: { machine: 1, time: 1, _id: 1 } },
      { name: "userTime", key: { user: 1, time: 1, _id: 1 } },
      { name: "productTime", key: { "lines.product": 1, time: 1, _id: 1 } },
      { name: "statusTime", key: { status: 1, time: 1, _id: 1 } },
      { name: "machineStatusTime", key: { machine: 1, status: 1, time: 1, _id: 1 } },
      { name: "changedAt", key: { changedAt: 1 } },
      { name: "nextCheckAt", key: { nextCheckAt: 1 }, partialFilterExpression: { nextCheckAt: { $type: "date" } } },
      { name: "flagged", key: { "flags.0": 1, time: 1 }, partialFilterExpression: { "flags.0": { $exists: true } } },
    ],
  }),
};
