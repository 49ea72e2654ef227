import { ObjectId } from "mongodb";
import type { MachineDocument } from "../../machines/machine.document.server.ts";
import type { OrderDocument, OrderLineDocument, OrderStepDocument } from "../../orders/order.document.server.ts";
import type { UserDocument } from "../../users/people.document.server.ts";
import { word } from "./stored-records.ts";

/** Two cans at 40 rupees without a discount, bought by the unit. */
export const anOrderLine = (options: Partial<OrderLineDocument> = {}): OrderLineDocument => {
  const { quantity = 2, unitPrice = 4_000 } = options;
  return {
    product: new ObjectId(),
    brand: "Cola",
    productType: "product",
    block: "unit",
    quantity,
    unitPrice,
    discountPrice: unitPrice,
    totalPrice: quantity * unitPrice,
    ...options,
  };
};

export const anOrderStep = (options: Partial<OrderStepDocument> = {}): OrderStepDocument => ({
  at: new Date(),
  what: "created",
  status: "processing",
  source: "intake",
  by: null,
  paymentId: null,
  reason: "",
  ...options,
});

/**
 * An order that waits for its payment: two cans at 40 rupees with 18 % GST, unless the test says otherwise. Its amounts
 * add up over whatever lines, discount, penalty and security deposit are given.
 */
export const anOrder = (
  user: Pick<UserDocument, "_id">,
  machine: Pick<MachineDocument, "_id" | "vendingMachineId" | "profile">,
  options: Partial<OrderDocument> = {},
): OrderDocument => {
  const {
    lines = [anOrderLine()],
    discount = { productDiscount: 0, couponDiscount: 0, totalDiscount: 0 },
    penalty = { quantity: 0, unitPrice: 0, totalPrice: 0, penalties: [] },
    securityDeposit = 0,
    gstBasisPoints = 1_800,
    time = new Date(),
    status = "processing",
    paymentId = null,
  } = options;
  const totalOf = (some: OrderLineDocument[]) => some.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
  const taxed = totalOf(lines.filter(({ productType }) => productType === "product")) - discount.totalDiscount;
  const gst = Math.floor((taxed * gstBasisPoints + 5_000) / 10_000);
  const isPaid = status === "payment successful";
  const created = anOrderStep({ at: time });
  const ended = anOrderStep({ at: time, what: isPaid ? "credited" : "payment", status, source: "webhook", paymentId });
  return {
    _id: new ObjectId(),
    orderId: word("OD"),
    providerOrderId: null,
    paymentId,
    status,
    time,
    changedAt: time,
    user: user._id,
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    profile: machine.profile,
    lines,
    gstBasisPoints,
    gst,
    discount,
    penalty,
    securityDeposit,
    netAmount: totalOf(lines) - discount.totalDiscount + gst + penalty.totalPrice + securityDeposit,
    freeDeposits: 0,
    creditedAt: isPaid ? time : null,
    steps: status === "processing" ? [created] : [created, ended],
    flags: [],
    nextCheckAt: null,
    rev: 0,
    ...options,
  };
};
