import type { Order } from "#shared/orders/order.schema.ts";

/** An order as the wire carries it: two cans that wait for their payment, unless the test says otherwise. */
export const shownOrder = (number: number, options: Partial<Order> = {}): Order => ({
  _id: String(number).padStart(24, "0"),
  orderId: `OD-${number}`,
  paymentId: "",
  orderStatus: "processing",
  gst: 14.4,
  netAmount: 94.4,
  time: "2026-11-22T08:00:00.000Z",
  user: { _id: "a".repeat(24), name: "Anu Thomas", phone: "7110000001", email: "" },
  vendingMachine: {
    _id: "b".repeat(24),
    vendingMachineId: "MTR-1",
    name: "Metro North",
    profileName: "Metro prices",
    region: "Kochi",
  },
  products: {
    bundle: [],
    unit: [
      {
        product: "c".repeat(24),
        brand: "Cola",
        productType: "product",
        quantity: 2,
        unitPrice: 40,
        totalPrice: 80,
      },
    ],
  },
  discount: { productDiscount: 0, couponDiscount: 0, totalDiscount: 0 },
  penalty: { quantity: 0, unitPrice: 0, totalPrice: 0 },
  securityDeposit: 0,
  providerOrderId: "order_1",
  flags: [],
  steps: [
    {
      at: "2026-11-22T08:00:00.000Z",
      what: "created",
      orderStatus: "processing",
      source: "intake",
      by: null,
      paymentId: "",
      reason: "",
    },
  ],
  rev: 0,
  ...options,
});
