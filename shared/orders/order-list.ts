import { Id, text } from "../http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList } from "../http/paged-list.ts";
import type { ListColumn } from "../sheets/list-column.ts";
import type { Order, OrderLine } from "./order.schema.ts";
import { OrderStatus } from "./order-status.ts";

/** Orders and payments are named as Cansole and the provider name them: letter by letter. */
const Reference = text(64);

/** Fifty a page, the newest first. Names of users and machines are looked up where they are kept. */
export const orderList = pagedList({
  filters: {
    vendingMachine: MachineFilter,
    paymentId: Reference,
    orderId: Reference,
    phone: PhoneFilter,
    /** The orders that bought it; none where the id is malformed. */
    product: Id,
    status: OrderStatus,
    ...dateRange,
  },
  sorts: ["time"],
  byDefault: "-time",
  columns: { user: "begins", machine: "begins" },
});

/** Named and ordered as on the screen (specification: Orders). */
export const orderListColumns = [
  { id: "orderId", head: "Order Id", width: 112, value: ({ orderId }) => orderId },
  { id: "paymentId", head: "Payment Id", width: 118, value: ({ paymentId }) => paymentId },
  { id: "user", head: "User", width: 145, value: ({ user }) => user.name },
  { id: "phone", head: "Phone", width: 112, value: ({ user }) => user.phone },
  { id: "machine", head: "Vending Machine", width: 202, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "netAmount", head: "Net Amount", kind: "number", width: 92, value: ({ netAmount }) => netAmount },
  { id: "gst", head: "GST", kind: "number", width: 74, value: ({ gst }) => gst },
  { id: "orderStatus", head: "Status", width: 148, value: ({ orderStatus }) => orderStatus },
  { id: "time", head: "Time", kind: "time", width: 126, value: ({ time }) => time },
] as const satisfies readonly ListColumn<Order>[];

type Sold = OrderLine & { block: "bundle" | "unit" };
const linesOf = ({ products: { bundle, unit } }: Order): Sold[] => [
  ...bundle.map((line): Sold => ({ ...line, block: "bundle" })),
  ...unit.map((line): Sold => ({ ...line, block: "unit" })),
];
/** "Cola (bundle): 6 x 40 = 240": quantity, price of one without GST, and both together before discounts. */
const lineText = ({ brand, block, quantity, unitPrice, totalPrice }: Sold): string =>
  `${brand} (${block}): ${quantity} x ${unitPrice} = ${totalPrice}`;
const sumOf = (order: Order, type: Sold["productType"], figure: "quantity" | "totalPrice"): number =>
  // In paise, so that no sum of rupees drifts.
  linesOf(order).reduce((sum, line) => sum + (line.productType === type ? Math.round(line[figure] * 100) : 0), 0) / 100;

/** Download Purchase Data: an order a row, so that its amounts add up, with all that it was for. Rupees. */
export const purchaseColumns = [
  ...orderListColumns,
  { id: "products", head: "Products", width: 320, value: (order) => linesOf(order).map(lineText).join("; ") },
  { id: "cans", head: "Cans", kind: "number", value: (order) => sumOf(order, "product", "quantity") },
  { id: "cansPrice", head: "Price Of Cans", kind: "number", value: (order) => sumOf(order, "product", "totalPrice") },
  {
    id: "productDiscount",
    head: "Product Discount",
    kind: "number",
    value: ({ discount }) => discount.productDiscount,
  },
  { id: "couponDiscount", head: "Coupon Discount", kind: "number", value: ({ discount }) => discount.couponDiscount },
  { id: "totalDiscount", head: "Total Discount", kind: "number", value: ({ discount }) => discount.totalDiscount },
  { id: "deposits", head: "Deposits", kind: "number", value: (order) => sumOf(order, "deposit", "quantity") },
  {
    id: "refundableDeposit",
    head: "Refundable Deposit",
    kind: "number",
    value: (order) => sumOf(order, "deposit", "totalPrice"),
  },
  { id: "securityDeposit", head: "Security Deposit", kind: "number", value: ({ securityDeposit }) => securityDeposit },
  { id: "penalties", head: "Penalties", kind: "number", value: ({ penalty }) => penalty.quantity },
  { id: "penalty", head: "Penalty", kind: "number", value: ({ penalty }) => penalty.totalPrice },
] as const satisfies readonly ListColumn<Order>[];
