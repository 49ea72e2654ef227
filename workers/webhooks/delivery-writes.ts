import { isTaken, type PostedAnswer } from "#shared/webhooks/post-event.server.ts";
import type { WebhookDeliveryDocument } from "#shared/webhooks/webhook.document.server.ts";
import type { WorkerParts } from "../parts.ts";

/** A worker that takes a delivery has this long to post it; then it is free again. */
const claimMs = 30_000;
/**
 * A delivery waits this much longer if an earlier event of the same subject is due too: somebody is about to take that
 * one.
 */
const behindMs = 1_000;

/** 5 s after the first attempt, then three times as long each time, 2 hours at most. */
const pauseMs = (attempts: number): number => Math.min(5_000 * 3 ** (attempts - 1), 7_200_000);

/** Whose turn a delivery is, and what became of it; each write guarded by what was read. */
export const createDeliveryWrites = ({ mongo, log }: Pick<WorkerParts, "mongo" | "log">) => {
  const { webhooks, webhookDeliveries: deliveries } = mongo.collections;

  /** False where an earlier event of the same subject must be sent first: it is looked at again when that one is. */
  const isFirst = async ({ _id, webhook, subject, seq, nextAt }: WebhookDeliveryDocument, now: number) => {
    const [earlier] = await deliveries
      .find({ webhook, "subject.id": subject.id, seq: { $lt: seq }, state: "waiting" })
      .sort({ seq: -1 })
      .limit(1)
      .toArray();
    if (!earlier) return true;
    const after = new Date(Math.max(earlier.nextAt?.getTime() ?? 0, now + behindMs));
    await deliveries.updateOne({ _id, state: "waiting", nextAt }, { $set: { nextAt: after } });
    return false;
  };

  const claim = async ({ _id, nextAt }: WebhookDeliveryDocument, now: number): Promise<boolean> => {
    const claimed = await deliveries.updateOne(
      { _id, state: "waiting", nextAt },
      { $set: { nextAt: new Date(now + claimMs) }, $inc: { attempts: 1 } },
    );
    return claimed.modifiedCount === 1;
  };

  /** Later events of the same subject become due. */
  const release = async ({ webhook, subject, seq }: WebhookDeliveryDocument, now: number): Promise<void> => {
    await deliveries.updateMany(
      { webhook, "subject.id": subject.id, seq: { $gt: seq }, state: "waiting", nextAt: { $gt: new Date(now) } },
      { $set: { nextAt: new Date(now) } },
    );
  };

  const settle = async (delivery: WebhookDeliveryDocument, answer: PostedAnswer, now: number): Promise<void> => {
    const { _id, webhook, type, giveUpAt } = delivery;
    const attempts = delivery.attempts + 1;
    // Sent again meanwhile, or claimed by another worker after a long stop of this one.
    const mine = { _id, state: "waiting" as const, attempts };
    if (isTaken(answer)) {
      await deliveries.updateOne(mine, { $set: { state: "delivered", nextAt: null, answer } });
      await webhooks.updateOne({ _id: webhook, failingSince: { $ne: null } }, { $set: { failingSince: null } });
      return release(delivery, now);
    }
    const next = now + pauseMs(attempts);
    if (next <= giveUpAt.getTime()) {
      await deliveries.updateOne(mine, { $set: { nextAt: new Date(next), answer } });
      return;
    }
    await deliveries.updateOne(mine, { $set: { state: "failed", nextAt: null, answer } });
    await webhooks.updateOne({ _id: webhook, failingSince: null }, { $set: { failingSince: new Date(now) } });
    log.warn({ webhook, type, attempts, why: answer.error }, "an event was given up: the webhook did not accept it");
    return release(delivery, now);
  };

  return { isFirst, claim, settle };
};
