import { randomInt } from "node:crypto";
import { ObjectId } from "mongodb";
import { dayOf } from "#shared/http/zone-days.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { OrderMoney } from "#shared/orders/pricing.rules.ts";
import { firstCheckAt } from "#shared/payments/check-times.ts";
import type { ProfileDocument } from "#shared/products/goods.document.server.ts";

/** Digits and letters that nobody mistakes for one another when an id is read out on the phone. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const lettersOfAnId = 8;

/** `ORD-261122-7K3QX9AB`: the day of TIME_ZONE, and 40 random bits, so that no two orders of a day are alike. */
const newOrderId = (now: Date, timeZone: string): string => {
  const day = dayOf(now.getTime(), timeZone).slice(2).replaceAll("-", "");
  const random = Array.from({ length: lettersOfAnId }, () => letters[randomInt(letters.length)]).join("");
  return `ORD-${day}-${random}`;
};

interface Bought {
  user: ObjectId;
  machine: MachineDocument;
  profile: ProfileDocument;
  money: OrderMoney;
  /** The API key. */
  by: ObjectId | null;
  now: Date;
  timeZone: string;
}

/** An order that nobody has paid yet. */
export const newOrder = ({ user, machine, profile, money, by, now, timeZone }: Bought): OrderDocument => ({
  _id: new ObjectId(),
  orderId: newOrderId(now, timeZone),
  providerOrderId: null,
  paymentId: null,
  status: "processing",
  time: now,
  changedAt: now,
  user,
  machine: machine._id,
  vendingMachineId: machine.vendingMachineId,
  profile: profile._id,
  lines: money.lines.map((line) => ({ ...line, product: new ObjectId(line.product) })),
  gstBasisPoints: money.gstBasisPoints,
  gst: money.gst,
  discount: money.discount,
  penalty: { ...money.penalty, penalties: money.penalty.penalties.map((id) => new ObjectId(id)) },
  securityDeposit: money.securityDeposit,
  netAmount: money.netAmount,
  freeDeposits: profile.deposit ? profile.depositCount : 0,
  creditedAt: null,
  steps: [{ at: now, what: "created", status: "processing", source: "intake", by, paymentId: null, reason: "" }],
  flags: [],
  nextCheckAt: firstCheckAt({ time: now, status: "processing" }),
  rev: 0,
});
