import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { isSigned } from "#shared/payments/signature.server.ts";
import { paymentSettings } from "#shared/runtime/config-payments.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Verification } from "./verification.ts";

/** What is read of a notice: the order or payment. Its other content is not believed; the provider is queried. */
const Notice = z.object({
  event: z.string().max(100),
  payload: z.object({
    payment: z
      .object({
        entity: z.object({
          id: z.string().max(100),
          order_id: z.string().max(100).nullish(),
          status: z.string().max(100),
          amount: z.int(),
          currency: z.string().max(10),
        }),
      })
      .optional(),
    order: z.object({ entity: z.object({ id: z.string().max(100) }) }).optional(),
    dispute: z.object({ entity: z.object({ id: z.string().regex(/^disp_\w{1,40}$/) }) }).optional(),
  }),
});
type Notice = z.infer<typeof Notice>;

/** A notice as it came. */
export interface Delivered {
  raw: Buffer;
  signature: unknown;
  /** The provider's own name of it. */
  eventId: unknown;
  from: string;
}

/** Each comes after those before it; a bank may say yes after it had said no. */
const states = ["created", "failed", "authorized", "captured", "refunded"];
/** An unknown status comes after all of them. */
const rankOf = (status: string) => (states.includes(status) ? states.indexOf(status) : states.length);

type Parts = Pick<FeatureParts, "config" | "mongo" | "audit" | "clock" | "log" | "strangers"> & {
  verify: Verification;
};

/** The sweep takes over where this process died before it had queried the provider. */
const takenOverMs = 10_000;

/**
 * Takes the provider's notices. Each only starts a verification: its signature is checked, its arrival is stored, and
 * the provider is queried. So their order, their age and their number do not matter. Throws `unauthenticated` for a
 * wrong signature; every signed notice is accepted, because the provider stops sending after a day of refusals.
 */
export const createWebhook = ({ config, mongo, audit, clock, log, strangers, verify }: Parts) => {
  const { orders, paymentEvents, unknownPayments } = mongo.collections;
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

  const keepUnknown = async ({ payload }: Notice): Promise<void> => {
    const payment = payload.payment?.entity;
    if (!payment) return;
    const { id, order_id: providerOrderId = null, status, amount, currency } = payment;
    const at = new Date(clock.now());
    // What the provider writes may begin with a dollar sign.
    const as = (value: string | null) => ({ $literal: value });
    // An old notice that is delivered again moves nothing backwards; what somebody has looked after stays so, unless the
    // provider has more to say.
    const kept = { $indexOfArray: [states, "$status"] };
    const isNews = { $or: [{ $eq: [kept, -1] }, { $gt: [rankOf(status), kept] }, { $ne: ["$amount", amount] }] };
    await unknownPayments.updateOne(
      { _id: id },
      [
        {
          $set: {
            settled: { $cond: [isNews, "$$REMOVE", "$settled"] },
            providerOrderId: as(providerOrderId),
            status: { $cond: [isNews, as(status), "$status"] },
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
  const keep = async (eventId: string, { event, payload }: Notice): Promise<boolean> => {
    const payment = payload.payment?.entity;
    try {
      await paymentEvents.insertOne({
        _id: eventId,
        event,
        paymentId: payment?.id ?? null,
        providerOrderId: orderIdOf(payload),
        at: new Date(clock.now()),
      });
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  };

  const begin = (order: ObjectId, from: string): void => {
    const work = verify(order.toHexString(), { actor: actorAt(from), source: "webhook" })
      .then(({ refusal }) => refusal && log.warn({ order, why: refusal.sentence }, "an order was not verified"))
      .catch((err: unknown) => log.warn({ order, err }, "an order could not be verified; the sweep will"));
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
      if (await paymentEvents.findOne({ _id: eventId }, { projection: { _id: 1 } })) return;
      const providerOrderId = orderIdOf(notice.payload);
      const order = providerOrderId ? await orders.findOne({ providerOrderId }, { projection: { _id: 1 } }) : null;
      if (!order) {
        await keepUnknown(notice);
        await keep(eventId, notice);
        return;
      }
      // Before it counts as taken: who dies in between is sent it again, who dies after is taken over by the sweep.
      const soon = new Date(clock.now() + takenOverMs);
      // A verification that began earlier may not postpone it: it does not know what this notice says.
      await orders.updateOne({ _id: order._id }, [
        { $set: { checkRequest: new ObjectId(), nextCheckAt: { $min: ["$nextCheckAt", soon] } } },
        ...disputeOf(notice),
      ]);
      if (await keep(eventId, notice)) begin(order._id, delivered.from);
    },
    /** Resolves when no notice that was taken is still being acted on. */
    idle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};

const actorAt = (from: string): Actor => ({ kind: "provider", id: null, from });
const orderIdOf = ({ payment, order }: Notice["payload"]): string | null =>
  payment?.entity.order_id ?? order?.entity.id ?? null;
/** Payments do not say that they are disputed: the dispute itself is asked about. Each once, in the order they came. */
const disputeOf = ({ payload: { dispute } }: Notice) => {
  if (!dispute) return [];
  const known = { $ifNull: ["$disputes", []] };
  const own = [dispute.entity.id];
  return [{ $set: { disputes: { $concatArrays: [known, { $setDifference: [own, known] }] } } }];
};
const readNotice = (raw: Buffer): Notice | null => {
  try {
    return Notice.parse(JSON.parse(raw.toString("utf8")));
  } catch {
    return null;
  }
};
/** Where it has none its bytes are its name: a repeat has the same. */
const eventIdOf = ({ eventId, raw }: Delivered): string =>
  typeof eventId === "string" && /^[\w-]{1,100}$/.test(eventId)
    ? eventId
    : createHash("sha256").update(raw).digest("hex");
