import { ObjectId } from "mongodb";
import { isPaid, type OrderStatus } from "#shared/orders/order-status.ts";
import type { OrderMoney } from "#shared/orders/pricing.rules.ts";
import { unpaidMs } from "#shared/payments/check-times.ts";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { OrderDocument, OrderStepDocument } from "#shared/runtime/documents/orders.ts";
import { wordOf } from "../payment-provider/told-payments.ts";
import type { Random } from "../simulator/random.ts";
import { type Account, owedBy, postCans, postDeposit } from "./account.ts";
import { type Shelf, storedLines } from "./purchase.ts";
import type { PastIds, Written } from "./written.ts";

/** How a payment of the past ended, and what the order says of it. */
interface Ending {
  status: OrderStatus;
  source: OrderStepDocument["source"];
  reason: string;
  afterMs: number;
}

const failures = ["Payment declined by the bank", "Insufficient funds", "Incorrect UPI PIN", "The bank did not answer"];
const failedShare = 0.06;
const canceledShare = 0.035;

/** One that was left unpaid for a day is canceled then; of the last day there is none. */
const endingOf = (time: number, now: number, random: Random): Ending => {
  const drawn = random.next();
  if (drawn < canceledShare && time + unpaidMs < now)
    return { status: "payment canceled", source: "sweep", reason: "Not paid within 24 hours", afterMs: unpaidMs };
  return drawn < canceledShare + failedShare
    ? {
        status: "payment failed",
        source: "webhook",
        reason: random.pick(failures),
        afterMs: random.whole(20, 90) * 1_000,
      }
    : { status: "payment successful", source: "webhook", reason: "captured", afterMs: random.whole(12, 60) * 1_000 };
};

interface Bought {
  account: Account;
  shelf: Shelf;
  machine: MachineDocument;
  money: OrderMoney;
  time: number;
  now: number;
  /** `DEMO-000123` */
  orderId: string;
}

/** An order as intake would have stored it and the provider's word would have moved it. */
export const orderOf = (
  { account, shelf, machine, money, time, now, orderId }: Bought,
  ids: PastIds,
  random: Random,
): OrderDocument => {
  const { status, source, reason, afterMs } = endingOf(time, now, random);
  const { profile } = shelf;
  const atProvider = wordOf(orderId);
  const paymentId = status === "payment canceled" ? null : `pay_${atProvider}`;
  const step = (at: number, more: Partial<OrderStepDocument>): OrderStepDocument => ({
    at: new Date(at),
    what: "created",
    status: "processing",
    source: "intake",
    by: null,
    paymentId: null,
    reason: "",
    ...more,
  });
  const endedAt = time + afterMs;
  const ended = { status, source, paymentId };
  const credited = isPaid(status) ? [step(endedAt, { ...ended, what: "credited" })] : [];
  return {
    _id: ids.order(),
    orderId,
    providerOrderId: `order_${atProvider}`,
    paymentId,
    status,
    time: new Date(time),
    changedAt: new Date(endedAt),
    user: account.user._id,
    machine: machine._id,
    vendingMachineId: machine.vendingMachineId,
    profile: profile._id,
    lines: storedLines(money),
    gstBasisPoints: money.gstBasisPoints,
    gst: money.gst,
    discount: money.discount,
    penalty: { ...money.penalty, penalties: money.penalty.penalties.map((id) => new ObjectId(id)) },
    securityDeposit: money.securityDeposit,
    netAmount: money.netAmount,
    freeDeposits: profile.deposit ? profile.depositCount : 0,
    creditedAt: isPaid(status) ? new Date(endedAt) : null,
    steps: [step(time, {}), step(endedAt, { ...ended, what: "moved", reason }), ...credited],
    flags: [],
    nextCheckAt: null,
    checkRequest: null,
    rev: 1,
  };
};

/** As crediting would (`books/credit-order.ts`): cans, deposits, penalties, each with its row. */
export const credit = (account: Account, order: OrderDocument, ids: PastIds, written: Written): void => {
  const { _id, orderId, machine, lines, securityDeposit, freeDeposits } = order;
  const now = order.creditedAt?.getTime() ?? Number.NaN;
  const ref = { kind: "order" as const, id: _id };
  const message = `Order ${orderId}`;
  const cans = new Map<string, { product: ObjectId; brand: string; quantity: number }>();
  for (const { product, brand, productType, quantity } of lines) {
    if (productType !== "product") continue;
    const known = cans.get(product.toHexString());
    if (known) known.quantity += quantity;
    else cans.set(product.toHexString(), { product, brand, quantity });
  }
  for (const { product, brand, quantity } of cans.values())
    written.canLedger.push(
      postCans(account, {
        _id: ids.canRow(),
        machine,
        product,
        brand,
        credit: quantity,
        debit: 0,
        ref,
        message,
        now,
      }),
    );

  const bought = lines.filter(({ productType }) => productType === "deposit");
  const isFirstFree = freeDeposits > 0 && !account.deposit.receivedFreeDeposit;
  if (bought.length > 0 || securityDeposit > 0 || isFirstFree) {
    const row = postDeposit(account, {
      _id: ids.depositRow(),
      add: {
        deposit: bought.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
        depositBought: bought.reduce((sum, { quantity }) => sum + quantity, 0),
        securityDeposit,
        freeDeposit: isFirstFree ? freeDeposits - account.deposit.freeDeposit : 0,
      },
      set: {
        ...(isFirstFree ? { receivedFreeDeposit: true } : {}),
        ...(securityDeposit > 0 ? { collectSecurityDeposit: false } : {}),
      },
      by: { kind: "provider", id: null },
      ref,
      reason: message,
      now,
    });
    if (row) written.depositRows.push(row);
  }
  // It was asked for all that was owed, and nothing came between.
  for (const penalty of owedBy(account)) Object.assign(penalty, { paid: true, updatedAt: new Date(now), rev: 1 });
};
