/* What the OpenAPI document shows of the intake's calls: one customer, one machine, two cans and a deposit. */

const user = { _id: "6741f0c2b7e1d20012ab1111", name: "Asha Rao", phone: "9847012345", email: "asha@example.com" };
const cola = "665f1c2ab7e1d20012ab0001";
const bottle = "665f1c2ab7e1d20012ab0009";
const vendingMachineId = "VM-1007";
const machineId = "665f1c2ab7e1d20012ab1007";
const time = "2026-11-22T09:30:00.000Z";

const lines = [
  { product: cola, type: "unit", quantity: 2 },
  { product: bottle, type: "unit", quantity: 1 },
];
const money = {
  products: {
    bundle: [],
    unit: [
      { product: cola, brand: "Cola", productType: "product", quantity: 2, unitPrice: 40.25, totalPrice: 80.5 },
      { product: bottle, brand: "Deposit", productType: "deposit", quantity: 1, unitPrice: 10, totalPrice: 10 },
    ],
  },
  discount: { productDiscount: 9.5, couponDiscount: 0, totalDiscount: 9.5 },
  gst: 12.78,
  netAmount: 93.78,
};
const order = {
  _id: "6741f0c2b7e1d20012ab4242",
  orderId: "ORD-261122-7K3QX9AB",
  paymentId: "",
  orderStatus: "processing",
  time,
  user,
  vendingMachine: {
    _id: machineId,
    vendingMachineId,
    name: "Library",
    profileName: "Campus",
    region: "South",
  },
  ...money,
  penalty: { quantity: 0, unitPrice: 0, totalPrice: 0 },
  securityDeposit: 0,
  providerOrderId: "order_9A33XWu170gUtm",
};
const machine = {
  _id: machineId,
  vendingMachineId,
  name: "Library",
  location: "Ground floor, beside the lift",
  open: true,
  online: true,
  stock: [{ product: cola, brand: "Cola", cans: 14 }],
};
const transaction = {
  _id: "6741f1d7b7e1d20012ab5151",
  transactionId: "CT7QK2M0ZD4F9X1B3E",
  status: "pending",
  returnCan: false,
  depositUsed: true,
  isContainerWorking: true,
  containerOpen: false,
  containerClose: false,
  containerId: "12",
  time,
  containerOpenTime: null,
  vendingMachineMessage: "",
  brand: "Cola",
  product: { _id: cola, brand: "Cola" },
  user: { _id: user._id },
  vendingMachine: { _id: machineId },
  sessionId: "6741f1d7b7e1d20012ab5252",
  isLive: true,
  refundedAt: null,
  returnedAt: null,
};
const unit = {
  unitPrice: 40.25,
  discountPrice: 35.5,
  minPurchase: 1,
  maxPurchase: 6,
  incrementBy: 1,
  priority: 1,
  least: { quantity: 1, gst: 6.39, netAmount: 41.89 },
};

export const intakeExamples = {
  placeOrder: {
    body: {
      phone: user.phone,
      name: user.name,
      email: user.email,
      vendingMachine: vendingMachineId,
      lines,
      couponDiscount: 0,
    },
    reply: { order, payment: { providerOrderId: order.providerOrderId, keyId: "rzp_live_abc", amount: 93.78 } },
  },
  takeCan: {
    body: { phone: user.phone, vendingMachine: vendingMachineId, product: cola },
    reply: { transaction, sessionId: transaction.sessionId },
  },
  returnCan: {
    body: { transactionId: transaction.transactionId },
    reply: { transaction: { ...transaction, status: "opened", isLive: false, returnCan: true, returnedAt: time } },
  },
  listIntakeMachines: { reply: { machines: [machine], nextCursor: machineId } },
  listIntakeProducts: {
    reply: {
      machine,
      gst: 18,
      products: [
        {
          product: cola,
          brand: "Cola",
          productType: "product",
          tagline: "Cold",
          description: "",
          image: "/uploads/products/3f0c9d6e5b2a4817.webp",
          cans: 14,
          bundle: null,
          unit,
        },
      ],
    },
  },
  quoteOrder: { body: { vendingMachine: vendingMachineId, lines, couponDiscount: 0 }, reply: { quote: money } },
  findIntakeCustomer: { reply: { customer: { ...user, needDeposit: true, needSecurityDeposit: false } } },
  readIntakeCans: {
    reply: {
      cans: {
        _id: user._id,
        totalCans: 2,
        cansLimit: 0,
        openedCans: 0,
        current: {
          vendingMachines: [
            { vendingMachine: machineId, brands: [{ _id: cola, brand: "Cola", product: cola, totalCans: 2 }] },
          ],
        },
      },
    },
  },
  readIntakeDeposit: {
    reply: {
      deposit: {
        _id: user._id,
        deposit: 10,
        securityDeposit: 0,
        depositBought: 1,
        depositUsed: 0,
        freeDeposit: 0,
        collectSecurityDeposit: false,
        receivedFreeDeposit: false,
      },
    },
  },
  listIntakePenalties: {
    reply: {
      penalties: [
        {
          _id: "6741f3aab7e1d20012ab6161",
          amount: 50,
          quantity: 1,
          paid: false,
          canceled: false,
          createdAt: time,
          updatedAt: time,
        },
      ],
      nextCursor: null,
    },
  },
  listIntakeOrders: { reply: { orders: [order], nextCursor: null } },
  readIntakeOrder: { reply: { order } },
};
