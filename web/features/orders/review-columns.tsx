import type { Order } from "#shared/orders/order.schema.ts";
import type { UnknownPayment } from "#shared/payments/payment.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { DayTime } from "../../ui/DayTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { flagActions, flaggedSince, flagWords } from "./order-words.ts";
import { SettlePayment } from "./SettlePayment.tsx";
import { VerifyButton } from "./VerifyButton.tsx";

const orderColumn: Column<Order> = {
  id: "orderId",
  head: "Order Id",
  width: 140,
  onPhone: "field",
  value: ({ orderId }) => orderId,
  as: "mono",
  link: ({ _id }) => pathTo("order", { id: _id }),
};
const userColumn: Column<Order> = {
  id: "user",
  head: "User",
  width: 112,
  onPhone: "field",
  value: ({ user }) => user.name || user.phone,
  link: ({ user }) => pathTo("user", { id: user._id }),
};
const machineColumn: Column<Order> = {
  id: "machine",
  head: "Vending Machine",
  width: 118,
  onPhone: "field",
  value: ({ vendingMachine }) => vendingMachine.name,
  ...machineOnScreen,
};
const amountColumn: Column<Order> = {
  id: "netAmount",
  head: "Net Amount",
  kind: "number",
  width: 100,
  onPhone: "field",
  value: ({ netAmount }) => netAmount,
  as: "money",
};
const sinceColumn = (since: (order: Order) => string | null): Column<Order> => ({
  id: "since",
  head: "Since",
  kind: "time",
  width: 152,
  onPhone: "field",
  value: since,
  cell: (order) => <DayTime at={since(order) ?? order.time} />,
});
const words = (of: string[]) => (
  <span className="review-words">
    {of.map((one) => (
      <span key={one}>{one}</span>
    ))}
  </span>
);

/** Each says why it stands here, since when, and what is to be done. */
export const flaggedColumns: Column<Order>[] = [
  orderColumn,
  {
    id: "why",
    head: "Why",
    width: 200,
    onPhone: "whole",
    value: ({ flags }) => flags.join(", "),
    cell: ({ flags }) => words(flags.map((flag) => flagWords[flag])),
  },
  {
    id: "action",
    head: "What to do",
    width: 186,
    onPhone: "whole",
    sortable: false,
    filterable: false,
    value: ({ flags }) => flags.map((flag) => flagActions[flag]).join(" "),
    cell: ({ flags }) => words(flags.map((flag) => flagActions[flag])),
  },
  sinceColumn(flaggedSince),
  amountColumn,
  { id: "orderStatus", head: "Status", width: 146, onPhone: "field", value: ({ orderStatus }) => orderStatus },
  userColumn,
  machineColumn,
];

const nothingKnown = () => undefined;

export const stuckColumns: Column<Order>[] = [
  orderColumn,
  sinceColumn(({ time }) => time),
  amountColumn,
  userColumn,
  machineColumn,
  actionColumn({
    id: "verify",
    head: "What to do",
    width: 160,
    onPhone: "field",
    // Its event changes the list.
    cell: (order) => <VerifyButton record={order} onKnown={nothingKnown} />,
  }),
];

const time = (id: string, head: string, of: (payment: UnknownPayment) => string): Column<UnknownPayment> => ({
  id,
  head,
  kind: "time",
  width: 150,
  onPhone: "field",
  value: of,
  as: "moment",
});
const mono = (id: string, head: string, of: (payment: UnknownPayment) => string): Column<UnknownPayment> => ({
  id,
  head,
  width: 200,
  onPhone: "field",
  value: of,
  cell: (payment) => (of(payment) ? <span className="mono">{of(payment)}</span> : <span className="muted">none</span>),
});

/** `onKnown` receives a payment as it is after the action, or as somebody else left it. */
export const unknownColumns = (onKnown: (incoming: UnknownPayment) => void): Column<UnknownPayment>[] => [
  mono("paymentId", "Payment Id", ({ paymentId }) => paymentId),
  mono("providerOrderId", "Provider's order", ({ providerOrderId }) => providerOrderId),
  {
    id: "amount",
    head: "Amount",
    kind: "number",
    width: 132,
    onPhone: "field",
    value: ({ amount }) => amount,
    cell: ({ amount, currency }) =>
      currency === "INR" ? <Money amount={amount} /> : `${currency} ${amount.toFixed(2)}`,
  },
  { id: "status", head: "Provider says", width: 132, onPhone: "field", value: ({ status }) => status },
  time("firstAt", "First heard", ({ firstAt }) => firstAt),
  time("lastAt", "Last heard", ({ lastAt }) => lastAt),
  actionColumn({
    id: "settle",
    head: "What to do",
    width: 150,
    onPhone: "field",
    cell: (payment) => <SettlePayment payment={payment} onKnown={onKnown} />,
  }),
];
