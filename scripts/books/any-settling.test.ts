import fc from "fast-check";
import { ObjectId } from "mongodb";
import { afterEach, expect, test } from "vitest";
import { createAudit } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { OrderFlag } from "#shared/orders/order-status.ts";
import { noProvider } from "#shared/payments/configured-provider.server.ts";
import type { PaymentProvider } from "#shared/payments/provider.server.ts";
import { verifyOrder } from "#shared/payments/verify-order.server.ts";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { createSettleFlags } from "../../gateway/features/payments/settle-flags.ts";
import { createWebhook } from "../../gateway/features/payments/webhook.ts";
import { signedNotice } from "../../gateway/testing/signed-notice.ts";
import { createPaymentSweep } from "../../workers/payments/payment-sweep.ts";
import { setUpDatabase } from "../migrate/testing/test-databases.ts";
import { elsewhere, enoughMs, looksFar } from "./interleaved.ts";
import { type Stepwise, stepwise } from "./stepwise.ts";

const start = Date.parse("2026-11-22T06:00:00Z");
const mongo = setUpDatabase();
const log = createLogger("gateway", "silent");

/** More of the money goes back, and another dispute begins; of each the notice follows. Who settles has looked before. */
const steps = ["refund", "refund", "dispute", "dispute", "settle", "settle", "quick", "quick"].concat(
  ...["verify", "sweep"].map((who) => Array.from({ length: 7 }, () => who)),
);

/** Plays the steps in their order; answers the order as it is a minute and a half later. */
const play = async (orderOfSteps: readonly string[]) => {
  await mongo.collections.orders.deleteMany({});
  const clock = createMovableClock(start);
  const parts = { mongo, audit: createAudit(mongo.collections, clock), clock };
  const due = new Date(start);
  const order = anOrder(aUser(), aMachine(), {
    time: due,
    status: "payment successful",
    providerOrderId: `order_${new ObjectId()}`,
    creditedAt: due,
    nextCheckAt: due,
    disputes: ["disp_1"],
  });
  await mongo.collections.orders.insertOne(order);

  const { netAmount: amount, providerOrderId: order_id } = order;
  const money = { back: 100 };
  const answers = {
    ofOrder: () => [
      {
        id: "pay_1",
        status: "captured" as const,
        amount,
        amount_refunded: money.back,
        currency: "INR",
        order_id,
        created_at: start / 1_000,
      },
    ],
    dispute: (id: string) => ({ id, payment_id: "pay_1", amount, currency: "INR", status: "open" }),
  };
  /** Its answer is made when it is called, and arrives later. */
  const providerBetween = (pause: () => Promise<void>): PaymentProvider => {
    let turn: Promise<unknown> = Promise.resolve();
    const answer = <T>(make: () => T): Promise<T> => {
      // If several queries are made at once, each pauses by itself.
      const mine = turn.then(async () => {
        await pause();
        const made = make();
        await pause();
        return made;
      });
      turn = mine;
      return mine;
    };
    return {
      ...noProvider,
      ofOrder: () => answer(answers.ofOrder),
      dispute: (id) => answer(() => answers.dispute(id)),
    };
  };
  const operator = () => ({ kind: "operator" as const, id: new ObjectId(), from: "203.0.113.9" });
  const verifyWith = (provider: PaymentProvider) =>
    verifyOrder({ ...parts, provider }, operator(), { order: order._id, source: "verification" });
  const atOnce = providerBetween(async () => {});
  await verifyWith(atOnce);
  // The sweep finds it due once more.
  await mongo.collections.orders.updateOne({ _id: order._id }, { $set: { nextCheckAt: due } });

  const webhook = createWebhook({
    ...parts,
    config: readServiceConfig({ ...trialPayments, ...elsewhere }),
    log,
    strangers: { isFirst: () => false, note: () => {} },
    // The process that took the notice is killed before it verifies.
    verify: () => new Promise(() => {}),
  });
  const notify = (event: string, more: object = {}) => {
    const entity = { id: "pay_1", order_id, status: "captured", amount, currency: "INR" };
    const { body, headers } = signedNotice({ event, payload: { payment: { entity }, ...more } });
    const signature = headers["x-razorpay-signature"];
    return webhook.take({ raw: Buffer.from(body), signature, eventId: `evt_${new ObjectId()}`, from: "" });
  };
  const sweepWith = (provider: PaymentProvider) => createPaymentSweep({ mongo, databaseClock: clock, log, provider });
  const now = async () => {
    const found = await mongo.collections.orders.findOne({ _id: order._id });
    if (!found) throw new Error("the order is gone");
    return found;
  };
  const settle = (sees: boolean) =>
    stepwise(async (pause) => {
      const { flags, steps: seen } = await now();
      await pause();
      if (flags.length === 0) return;
      const settled = { flags, reason: "looked after", ...(sees ? { steps: seen.length } : {}) };
      await createSettleFlags(parts)(operator(), `${order._id}`, settled).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
      });
    });

  const work: Record<string, Stepwise> = {
    refund: stepwise(async (pause) => {
      money.back = 200;
      await pause();
      await notify("refund.processed");
    }),
    dispute: stepwise(async (pause) => {
      await pause();
      await notify("payment.dispute.created", { dispute: { entity: { id: "disp_2", status: "open" } } });
    }),
    settle: settle(true),
    quick: settle(false),
    verify: stepwise((pause) => verifyWith(providerBetween(pause))),
    sweep: stepwise(async (pause) => {
      const [failure] = await sweepWith(providerBetween(pause)).sweep();
      if (failure) throw failure;
    }),
  };
  for (const step of orderOfSteps) await work[step]?.next();
  for (let turn = 0; turn < 8; turn += 1) {
    clock.advance(15_000);
    await sweepWith(atOnce).sweep();
  }
  await mongo.collections.paymentEvents.deleteMany({});
  const settlings = await mongo.collections.audit
    .find({ verb: "order.settled", "record.id": `${order._id}` })
    .sort({ _id: 1 })
    .toArray();
  return { ...(await now()), settlings };
};

/** The time limit lets go of a play that is on its way: its sweeps would take up the orders of the next one. */
let playing: Promise<unknown> = Promise.resolve();
afterEach(async () => void (await playing.catch(() => undefined)));

const has = (audited: unknown, flag: OrderFlag) => (audited as { flags: OrderFlag[] }).flags.includes(flag);
const facts: [OrderFlag, RegExp, string[]][] = [
  ["refunded by provider", /^refunded:/, ["refunded: INR 1.00", "refunded: INR 2.00"]],
  ["disputed", /^dispute/, ["dispute open: INR 94.40", "dispute 2 open: INR 94.40"]],
];

test(
  "whatever verifies while flags are settled: each fact is flagged until it was looked after, and never again by itself",
  async () => {
    const holds = fc.asyncProperty(fc.shuffledSubarray(steps, { minLength: steps.length }), async (order) => {
      const played = play(order);
      playing = played;
      const { flags, steps: told, settlings } = await played;
      const settledSteps = told.flatMap(({ what }, at) => (what === "settled" ? [at] : []));
      expect(settledSteps).toHaveLength(settlings.length);
      for (const [flag, about, each] of facts) {
        const nth = settlings.findLastIndex(({ before, after }) => has(before, flag) && !has(after, flag));
        const settledAt = settledSteps[nth] ?? -1;
        const said = told.flatMap(({ what, reason }, at) =>
          what === "payment" && about.test(reason) ? [{ at, reason }] : [],
        );
        expect(said.map(({ reason }) => reason)).toEqual(each);
        expect([flag, flags.includes(flag)]).toEqual([flag, (said.at(-1)?.at ?? -1) > settledAt]);
      }
    });
    await fc.assert(holds, looksFar);
  },
  enoughMs + 90_000,
);
