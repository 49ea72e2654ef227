import type { ObjectId } from "mongodb";
import { rupeesOf } from "../http/money.ts";
import type { UserDocument } from "../users/people.document.server.ts";
import type { OrderDocument, OrderLineDocument, OrderStepDocument } from "./order.document.server.ts";
import type { Order, OrderLine, OrderRecord, OrderStep } from "./order.schema.ts";

/** Names of operators; of a former one the empty text. */
interface OperatorNames {
  operatorName(user: ObjectId): string;
}

/** What is shown beside the ids of an order. An unknown name is the empty text. */
export interface OrderNames extends OperatorNames {
  userOf(user: ObjectId): Pick<UserDocument, "name" | "phone" | "email">;
  machineName(machine: ObjectId): string;
  profileName(profile: ObjectId): string;
  regionOf(profile: ObjectId): string;
}

const lineView = (line: OrderLineDocument): OrderLine => ({
  product: line.product.toHexString(),
  brand: line.brand,
  productType: line.productType,
  quantity: line.quantity,
  unitPrice: rupeesOf(line.unitPrice),
  totalPrice: rupeesOf(line.totalPrice),
});

const stepView = (step: OrderStepDocument, names: OperatorNames): OrderStep => ({
  at: step.at.toISOString(),
  what: step.what,
  orderStatus: step.status,
  source: step.source,
  // For other sources `by` is no user.
  by: step.by && step.source === "operator" ? { _id: step.by.toHexString(), name: names.operatorName(step.by) } : null,
  paymentId: step.paymentId ?? "",
  reason: step.reason,
});

export const orderRecordView = (order: OrderDocument, names: OperatorNames): OrderRecord => {
  const { discount, penalty } = order;
  const linesOf = (block: OrderLineDocument["block"]) =>
    order.lines.filter((line) => line.block === block).map(lineView);
  return {
    _id: order._id.toHexString(),
    orderId: order.orderId,
    paymentId: order.paymentId ?? "",
    orderStatus: order.status,
    gst: rupeesOf(order.gst),
    netAmount: rupeesOf(order.netAmount),
    time: order.time.toISOString(),
    user: { _id: order.user.toHexString() },
    vendingMachine: { _id: order.machine.toHexString(), vendingMachineId: order.vendingMachineId },
    products: { bundle: linesOf("bundle"), unit: linesOf("unit") },
    discount: {
      productDiscount: rupeesOf(discount.productDiscount),
      couponDiscount: rupeesOf(discount.couponDiscount),
      totalDiscount: rupeesOf(discount.totalDiscount),
    },
    penalty: {
      quantity: penalty.quantity,
      unitPrice: rupeesOf(penalty.unitPrice),
      totalPrice: rupeesOf(penalty.totalPrice),
    },
    securityDeposit: rupeesOf(order.securityDeposit),
    providerOrderId: order.providerOrderId ?? "",
    flags: order.flags,
    steps: order.steps.map((step) => stepView(step, names)),
    rev: order.rev,
  };
};

export const orderView = (order: OrderDocument, names: OrderNames): Order => {
  const { name, phone, email } = names.userOf(order.user);
  return {
    ...orderRecordView(order, names),
    user: { _id: order.user.toHexString(), name, phone, email },
    vendingMachine: {
      _id: order.machine.toHexString(),
      vendingMachineId: order.vendingMachineId,
      name: names.machineName(order.machine),
      profileName: names.profileName(order.profile),
      region: names.regionOf(order.profile),
    },
  };
};
