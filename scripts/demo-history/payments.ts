import { ObjectId } from "mongodb";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { OrderDocument, OrderStepDocument } from "#shared/orders/order.document.server.ts";
import { isPaid, type OrderStatus } from "#shared/orders/order-status.ts";
import type { OrderMoney } from "#shared/orders/pricing.rules.ts";
import { unpaidMs } from "#shared/payments/check-times.ts";
import { anOrder, anOrderStep } from "#shared/runtime/testing/stored-orders.ts";
import { wordOf } from "../payment-provider/notified-payments.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, owedBy, postCans, postDeposit } from "./books.ts";
import type { HistoryIds, Written } from "./records.ts";

/** How a payment ended, and what the order says of it. */
interface Ending {
  status: OrderStatus;
  source: OrderStepDocument["source"];
  reason: string;
  afterMs: number;
}

const failures = ["Payment declined by the bank", "Insufficient funds", "Incorrect UPI PIN", "The bank did not answer"];
const failedShare = 0.06;
const canceledShare = 0.035;

/** An order that was left unpaid for a day is canceled then; on the last day there is no such order. */
const endingOf = (time: number, now: number, random: Random): Ending => {
  const drawn = random.next();
  if (drawn < canceledShare && time + unpaidMs < now)
    return { status: "payment canceled", source: "sweep", reason: "Not paid within 24 hours", afterMs: unpaidMs };
  const seconds = (least: number, most: number) => random.whole(least, most) * 1_000;
  if (drawn >= canceledShare + failedShare)
    return { status: "payment successful", source: "webhook", reason: "captured", afterMs: seconds(12, 60) };
  return { status: "payment failed", source: "webhook", reason: random.pick(failures), afterMs: seconds(20, 90) };
};

interface Bought {
  account: Account;
  machine: MachineDocument;
  /** How many deposits its profile gives free. */
  freeDeposits: number;
  money: OrderMoney;
  time: number;
  now: number;
  /** `DEMO-000123` */
  orderId: string;
}

/** An order as intake would have stored it and the provider's status would have moved it. */
export const orderOf = (bought: Bought, ids: HistoryIds, random: Random): OrderDocument => {
  const { account, machine, money, freeDeposits, time, now, orderId } = bought;
  const { status, source, reason, afterMs } = endingOf(time, now, random);
  const atProvider = wordOf(orderId);
  const paymentId = status === "payment canceled" ? null : `pay_${atProvider}`;
  const endedAt = new Date(time + afterMs);
  const ended = { at: endedAt, status, source, paymentId };
  const { lines, gstBasisPoints, gst, discount, penalty, securityDeposit, netAmount } = money;
  const amounts = { gstBasisPoints, gst, discount, securityDeposit, netAmount };
  return anOrder(account.user, machine, {
    ...amounts,
    _id: ids.order(),
    orderId,
    providerOrderId: `order_${atProvider}`,
    paymentId,
    status,
    time: new Date(time),
    changedAt: endedAt,
    lines: lines.map((line) => ({ ...line, product: new ObjectId(line.product) })),
    penalty: { ...penalty, penalties: penalty.penalties.map((id) => new ObjectId(id)) },
    freeDeposits,
    creditedAt: isPaid(status) ? endedAt : null,
    steps: [
      anOrderStep({ at: new Date(time) }),
      anOrderStep({ ...ended, what: "moved", reason }),
      ...(isPaid(status) ? [anOrderStep({ ...ended, what: "credited" })] : []),
    ],
    checkRequest: null,
    rev: 1,
  });
};

/** As crediting would (`books/credit-order.ts`): cans, deposits, penalties, each with its row. */
export const credit = (account: Account, order: OrderDocument, ids: HistoryIds, written: Written): void => {
  const { _id, orderId, machine, lines, securityDeposit, freeDeposits } = order;
  const now = order.creditedAt?.getTime() ?? Number.NaN;
  const cause = { ref: { kind: "order" as const, id: _id }, now };
  const message = `Order ${orderId}`;
  const sumOf = (some: typeof lines, figure: "quantity" | "totalPrice") =>
    some.reduce((sum, line) => sum + line[figure], 0);
  const cans = lines.filter(({ productType }) => productType === "product");
  for (const { product, brand } of new Map(cans.map((line) => [line.product.toHexString(), line])).values()) {
    const bought = sumOf(
      cans.filter((line) => line.product.equals(product)),
      "quantity",
    );
    postCans(account, written, {
      _id: ids.canRow(),
      machine,
      product,
      brand,
      credit: bought,
      debit: 0,
      message,
      ...cause,
    });
  }
  const slots = lines.filter(({ productType }) => productType === "deposit");
  const isFirstFree = freeDeposits > 0 && !account.deposit.receivedFreeDeposit;
  if (slots.length > 0 || securityDeposit > 0 || isFirstFree)
    postDeposit(account, written, {
      _id: ids.depositRow(),
      add: {
        deposit: sumOf(slots, "totalPrice"),
        depositBought: sumOf(slots, "quantity"),
        securityDeposit,
        freeDeposit: isFirstFree ? freeDeposits - account.deposit.freeDeposit : 0,
      },
      set: {
        ...(isFirstFree ? { receivedFreeDeposit: true } : {}),
        ...(securityDeposit > 0 ? { collectSecurityDeposit: false } : {}),
      },
      by: { kind: "provider", id: null },
      reason: message,
      ...cause,
    });
  // It charged all that was owed, and nothing came between.
  for (const penalty of owedBy(account)) Object.assign(penalty, { paid: true, updatedAt: new Date(now), rev: 1 });
};
