import fc from "fast-check";
import { ObjectId } from "mongodb";
import { afterEach, expect, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import { moveOrder } from "#shared/orders/move-order.server.ts";
import type { OrderStatus } from "#shared/orders/order-status.ts";
import { noProvider } from "#shared/payments/configured-provider.server.ts";
import type { PaymentProvider, ProviderPayment } from "#shared/payments/provider.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { createWebhook } from "../../gateway/features/payments/webhook.ts";
import { signedNotice } from "../../gateway/testing/signed-notice.ts";
import { createPaymentSweep } from "../../workers/payments/payment-sweep.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { elsewhere, enoughMs, looksFar } from "./interleaved.ts";
import { type Stepwise, stepwise } from "./stepwise.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
const mongo = setUpDatabase();
const log = createLogger("gateway", "silent");

/** Each of them this often: ten steps. The provider changes its mind, then it sends its notice. */
const steps = [
  "provider",
  "provider",
  ...["verify", "verify", "verify"],
  ...["sweep", "sweep", "sweep"],
  "edit",
  "kill",
];
type Killed = "verify" | "sweep";

interface Play {
  before: ProviderPayment["status"] | null;
  after: ProviderPayment["status"];
  event: string;
  /** The status of the order at the beginning; the sweep finds it due. */
  status: OrderStatus;
  edit: OrderStatus;
  killed: Killed;
  order: string[];
}

/** Plays the steps in their order; answers the order as it is a minute and a half later. */
const play = async ({ before, after, event, status, edit, killed, order: orderOfSteps }: Play) => {
  await mongo.collections.orders.deleteMany({});
  const clock = createMovableClock(start);
  const audit = createAudit(mongo.collections, clock);
  const due = new Date(start);
  const order = anOrder(aUser(), aMachine(), {
    time: due,
    status,
    providerOrderId: `order_${new ObjectId()}`,
    creditedAt: status === "payment successful" ? due : null,
    nextCheckAt: due,
  });
  await mongo.collections.orders.insertOne(order);

  let is = before;
  const paymentsNow = (): ProviderPayment[] =>
    is === null
      ? []
      : [
          {
            id: "pay_1",
            status: is,
            amount: order.netAmount,
            currency: "INR",
            order_id: order.providerOrderId,
            created_at: start / 1_000,
          },
        ];
  /** Its answer is made when it is called, and arrives later. */
  const providerBetween = (pause: () => Promise<void>): PaymentProvider => ({
    ...noProvider,
    ofOrder: async () => {
      await pause();
      const payments = paymentsNow();
      await pause();
      return payments;
    },
  });
  const parts = { mongo, audit, clock };
  const operator = { kind: "operator" as const, id: new ObjectId(), from: "203.0.113.9" };
  const webhook = createWebhook({
    ...parts,
    config: readServiceConfig({ ...trialPayments, ...elsewhere }),
    log,
    strangers: { isFirst: () => false, note: () => {} },
    // The process that took the notice is killed before it verifies.
    verify: () => new Promise(() => {}),
  });
  const sweepWith = (provider: PaymentProvider) => createPaymentSweep({ mongo, databaseClock: clock, log, provider });
  const notify = () => {
    const entity = { id: "pay_1", order_id: order.providerOrderId, status: after, amount: 1, currency: "INR" };
    const { body, headers } = signedNotice({ event, payload: { payment: { entity } } });
    const signature = headers["x-razorpay-signature"];
    return webhook.take({ raw: Buffer.from(body), signature, eventId: "evt_1", from: "" });
  };

  const work: Record<string, Stepwise> = {
    provider: stepwise(async (pause) => {
      is = after;
      await pause();
      await notify();
    }),
    verify: stepwise((pause) =>
      verifyOrder({ ...parts, provider: providerBetween(pause) }, operator, {
        order: order._id,
        source: "verification",
      }),
    ),
    sweep: stepwise(async (pause) => {
      const [failure] = await sweepWith(providerBetween(pause)).sweep();
      if (failure) throw failure;
    }),
    edit: stepwise(() => moveOrder(parts, operator, { order: order._id, to: edit, source: "operator" })),
    kill: stepwise(async () => work[killed]?.kill()),
  };
  for (const step of orderOfSteps) await work[step]?.next();

  const atOnce = providerBetween(async () => {});
  for (let turn = 0; turn < 6; turn += 1) {
    clock.advance(15_000);
    await sweepWith(atOnce).sweep();
  }
  await mongo.collections.paymentEvents.deleteMany({});
  const found = await mongo.collections.orders.findOne({ _id: order._id });
  if (!found) throw new Error("the order is gone");
  const rows = await mongo.collections.canLedger.countDocuments({ user: order.user });
  return { status: found.status, flags: found.flags, rows };
};

/** The time limit lets go of a play that is on its way: its sweeps would take up the orders of the next scene. */
let playing: Promise<unknown> = Promise.resolve();
afterEach(async () => void (await playing.catch(() => undefined)));

const orders = fc.shuffledSubarray(steps, { minLength: steps.length });
const killedOnes = fc.constantFrom<Killed>("verify", "sweep");

test.each<[string, Omit<Play, "order" | "killed" | "edit">, OrderStatus[], object]>([
  [
    "that it was paid",
    { before: null, after: "captured", event: "payment.captured", status: "processing" },
    ["payment canceled", "payment failed", "payment successful"],
    { status: "payment successful", flags: [], rows: 1 },
  ],
  [
    "that its money went back",
    { before: "captured", after: "refunded", event: "refund.processed", status: "payment successful" },
    ["payment canceled"],
    { status: "payment successful", flags: ["refunded by provider"], rows: 0 },
  ],
])(
  "a notice %s is acted on within a minute and a half, whatever verifies, edits and is killed at the same time",
  async (_what, scene, edits, end) => {
    const isActedOn = fc.asyncProperty(orders, killedOnes, fc.constantFrom(...edits), async (order, killed, edit) => {
      const played = play({ ...scene, order, killed, edit });
      playing = played;
      expect(await played).toEqual(end);
    });
    await fc.assert(isActedOn, looksFar);
  },
  enoughMs + 90_000,
);
