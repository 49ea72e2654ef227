import { randomBytes } from "node:crypto";
import type { ProviderDispute, ProviderOrder, ProviderPayment } from "#shared/payments/provider.server.ts";
import type { BehaviourName } from "./behaviours.ts";

interface PlayedOrder extends ProviderOrder {
  /** As the real one: `created`, `attempted` or `paid`, which it stays when the money goes back. */
  status: "created" | "attempted" | "paid";
  created_at: number;
}

export interface PlayedPayment {
  behaviour: BehaviourName;
  /** As the server shows it, lies included; its status may be unknown. */
  shown: Omit<ProviderPayment, "status"> & { status: string };
  /** What it was made for, whatever it shows. */
  order: string;
  /** Its money was taken once, wherever it is now. */
  captured?: boolean | undefined;
  /** What became of the refund, where it did not succeed: the payment goes on saying that it was refunded. */
  refund?: "failed" | undefined;
}

const newId = (kind: string) => `${kind}_${randomBytes(7).toString("hex")}`;

/** More orders than this are not remembered: the oldest go. */
const mostOrders = 20_000;

/** What the played provider knows: orders and the attempts to pay them, in memory. */
export const createBooks = (now: () => number = Date.now) => {
  const orders = new Map<string, PlayedOrder>();
  const payments = new Map<string, PlayedPayment>();
  const disputes = new Map<string, ProviderDispute>();
  const seconds = () => Math.floor(now() / 1_000);
  let changes = 0;

  const forgetOldest = (): void => {
    const [oldest] = orders.keys();
    if (oldest === undefined || orders.size <= mostOrders) return;
    orders.delete(oldest);
    for (const [id, { order }] of payments) if (order === oldest) payments.delete(id);
  };

  return {
    orders,
    payments,
    /** In memory alone. */
    disputes,
    /** The dispute about this payment, which is begun where there is none. */
    dispute: ({ shown: { id, amount, currency } }: PlayedPayment, status: string): ProviderDispute => {
      const present = [...disputes.values()].find(({ payment_id }) => payment_id === id);
      const dispute = { id: present?.id ?? newId("disp"), payment_id: id, amount, currency, status };
      disputes.set(dispute.id, dispute);
      return dispute;
    },
    /** Grows with every change. */
    changes: () => changes,
    addOrder: (amount: number, currency: string, receipt: string | null): PlayedOrder => {
      const id = newId("order");
      const order: PlayedOrder = { id, amount, currency, receipt, status: "created", created_at: seconds() };
      orders.set(id, order);
      changes += 1;
      forgetOldest();
      return order;
    },
    addPayment: (order: PlayedOrder, behaviour: BehaviourName, lie: (one: ProviderPayment) => ProviderPayment) => {
      const truth: ProviderPayment = {
        id: newId("pay"),
        status: "created",
        amount: order.amount,
        currency: order.currency,
        order_id: order.id,
        amount_refunded: 0,
        error_description: null,
        created_at: seconds(),
      };
      const payment: PlayedPayment = { behaviour, shown: lie(truth), order: order.id };
      payments.set(truth.id, payment);
      changes += 1;
      if (order.status === "created") order.status = "attempted";
      return payment;
    },
    change: (payment: PlayedPayment, change: Partial<PlayedPayment["shown"]>): void => {
      Object.assign(payment.shown, change);
      payment.captured ||= payment.shown.status === "captured";
      changes += 1;
      const order = orders.get(payment.order);
      if (order && payment.shown.status === "captured") order.status = "paid";
    },
    ofOrder: (id: string): PlayedPayment[] => [...payments.values()].filter(({ order }) => order === id),
  };
};
export type Books = ReturnType<typeof createBooks>;
