import type { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { newCheckRequest } from "#shared/orders/next-check.server.ts";
import { isSigned } from "#shared/payments/signature.server.ts";
import { paymentSettings } from "#shared/runtime/config-payments.ts";
import { orderInLine } from "#shared/runtime/logged-repeats.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { type Delivered, disputeOf, eventIdOf, type Notice, orderIdOf, readNotice, saidOf } from "./notice.ts";
import type { Verification } from "./verification.ts";

/** Each comes after those before it; a bank may say yes after it had said no. Disputed is what we call it. */
const states = ["created", "failed", "authorized", "captured", "disputed", "refunded"];
/** An unknown status comes after all of them. */
const rankOf = (status: string) => (states.includes(status) ? states.indexOf(status) : states.length);

type Parts = Pick<FeatureParts, "config" | "mongo" | "audit" | "clock" | "log" | "strangers"> & {
  verify: Verification;
};

type Collections = Mongo["collections"];

/** The sweep takes over where this process died before it had queried the provider. */
const takenOverMs = 10_000;

const keepUnknown = async ({ unknownPayments }: Collections, notice: Notice, at: Date): Promise<void> => {
  const { event, payload } = notice;
  const payment = payload.payment?.entity;
  if (!payment) return;
  const { id, order_id: providerOrderId = null, amount, currency } = payment;
  // Its own status goes on saying captured.
  const status = payload.dispute ? "disputed" : payment.status;
  // What the provider writes may begin with a dollar sign.
  const as = (value: string | null) => ({ $literal: value });
  // An old notice that is delivered again moves nothing backwards; what somebody has looked after stays so, unless the
  // provider has more to say, or holds again what it had given back.
  const kept = { $indexOfArray: [states, "$status"] };
  const isBack = event === "refund.failed";
  const isAhead = { $or: [isBack, { $eq: [kept, -1] }, { $gt: [rankOf(status), kept] }, { $ne: ["$amount", amount] }] };
  const said = { known: { $ifNull: ["$said", []] }, now: { $literal: saidOf(notice) } };
  const isNews = { $or: [isAhead, { $not: [{ $setIsSubset: [said.now, said.known] }] }] };
  await unknownPayments.updateOne(
    { _id: id },
    [
      {
        $set: {
          settled: { $cond: [isNews, "$$REMOVE", "$settled"] },
          providerOrderId: as(providerOrderId),
          status: { $cond: [isAhead, as(status), "$status"] },
          said: { $setUnion: [said.known, said.now] },
          amount,
          currency: as(currency),
          firstAt: { $ifNull: ["$firstAt", at] },
          lastAt: at,
        },
      },
    ],
    { upsert: true },
  );
};

/** False where this notice was taken before. */
const keep = async (
  { paymentEvents }: Collections,
  { event, payload }: Notice,
  { eventId, at }: { eventId: string; at: Date },
): Promise<boolean> => {
  const payment = payload.payment?.entity;
  try {
    await paymentEvents.insertOne({
      _id: eventId,
      event,
      paymentId: payment?.id ?? null,
      providerOrderId: orderIdOf(payload),
      at,
    });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
};

/**
 * Takes the provider's notices. Each only starts a verification: its signature is checked, its arrival is stored, and
 * the provider is queried. So their order, their age and their number do not matter. Throws `unauthenticated` for a
 * wrong signature; every signed notice is accepted, because the provider stops sending after a day of refusals.
 */
export const createWebhook = ({ config, mongo, audit, clock, log, strangers, verify }: Parts) => {
  const { orders, paymentEvents } = mongo.collections;
  const secrets = paymentSettings(config)?.webhookSecrets ?? [];
  const underWay = new Set<Promise<unknown>>();

  const refuseUnsigned = async ({ raw, signature, from }: Delivered): Promise<void> => {
    if (secrets.length === 0) throw new DomainError("payment-unavailable", "No payment provider is configured");
    if (isSigned(raw, signature, secrets)) return;
    // Anybody can send those: one line a minute, and the count of strangers has how many there were.
    if (strangers.isFirst("wrong signature of a payment notice"))
      await mongo.inTransaction((dbSession) =>
        audit.write(dbSession, actorAt(from), {
          verb: "payment.refused",
          record: { collection: "paymentEvents", id: "" },
          before: null,
          after: null,
          reason: "A notice with a wrong signature",
        }),
      );
    throw new DomainError("unauthenticated", "The signature is wrong");
  };

  const begin = (order: ObjectId, from: string): void => {
    const work = verify(order.toHexString(), { actor: actorAt(from), source: "webhook" })
      .then(({ refusal }) => {
        if (!refusal) return;
        log.warn({ ...orderInLine(order, refusal.isAway), why: refusal.sentence }, "an order was not verified");
      })
      .catch((err: unknown) => {
        log.warn({ ...orderInLine(order, true), err }, "an order could not be verified; the sweep tries again");
      });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  return {
    take: async (delivered: Delivered): Promise<void> => {
      await refuseUnsigned(delivered);
      const notice = readNotice(delivered.raw);
      if (!notice) {
        log.warn("a signed payment notice could not be read");
        return;
      }
      const eventId = eventIdOf(delivered);
      // It is answered without a write, so a majority must know it: what the primary alone knows may go with it.
      const known = { projection: { _id: 1 }, readConcern: "majority" } as const;
      if (await paymentEvents.findOne({ _id: eventId }, known)) return;
      const at = new Date(clock.now());
      const providerOrderId = orderIdOf(notice.payload);
      const order = providerOrderId ? await orders.findOne({ providerOrderId }, { projection: { _id: 1 } }) : null;
      if (!order) {
        await keepUnknown(mongo.collections, notice, at);
        await keep(mongo.collections, notice, { eventId, at });
        return;
      }
      // Before it counts as taken: who dies in between is sent it again, who dies after is taken over by the sweep.
      const soon = new Date(at.getTime() + takenOverMs);
      // A verification that began earlier may not postpone it: it does not know what this notice says.
      await orders.updateOne({ _id: order._id }, [
        { $set: { checkRequest: newCheckRequest(clock), nextCheckAt: { $min: ["$nextCheckAt", soon] } } },
        ...disputeOf(notice),
      ]);
      if (await keep(mongo.collections, notice, { eventId, at })) begin(order._id, delivered.from);
    },
    /** Resolves when no notice that was taken is still being acted on. */
    idle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};

const actorAt = (from: string): Actor => ({ kind: "provider", id: null, from });
