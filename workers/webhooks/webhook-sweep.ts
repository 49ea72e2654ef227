import type { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import type { WebhookDeliveryDocument } from "#shared/webhooks/webhook.document.server.ts";
import { createWebhookSender } from "#shared/webhooks/webhook-sender.server.ts";
import { openDatabaseClock, type WorkerParts } from "../parts.ts";
import { createSweep } from "../sweep.ts";
import { createDeliveryWrites } from "./delivery-writes.ts";

type Parts = Pick<WorkerParts, "mongo" | "databaseClock" | "log"> & { config: ServiceConfig };

/** The most deliveries of one endpoint that are read at once, and that are posted at the same moment. */
const batch = 100;
const width = 4;
const tidyEveryMs = 60_000;

/**
 * Sends the stored deliveries. Every worker looks each second and works through the endpoints side by side, so that a
 * slow one delays nobody else. A guarded write of `nextAt` gives a delivery to one worker; that of a killed worker is
 * due again. An event waits while an earlier one of its subject does.
 */
export const createWebhookSweep = ({ mongo, databaseClock, log, config }: Parts) => {
  const { webhooks, webhookDeliveries: deliveries } = mongo.collections;
  const sender = createWebhookSender(config);
  const { isFirst, claim, settle } = createDeliveryWrites({ mongo, log });
  const underWay = new Map<string, Promise<void>>();
  let failures: unknown[] = [];
  let isStopped = false;
  let tidiedAt = 0;

  /** Its address, secret and switch are read anew for each, just before it is posted. */
  const deliver = async (delivery: WebhookDeliveryDocument, clock: Clock): Promise<void> => {
    if (isStopped || !(await isFirst(delivery, clock.now()))) return;
    const webhook = await webhooks.findOne({ _id: delivery.webhook, enabled: true });
    if (!webhook || !(await claim(delivery, clock.now()))) return;
    const answer = await sender.send(webhook, delivery, clock.now());
    await settle(delivery, answer, clock.now());
  };

  /** Until nothing is due, or the endpoint is switched off or gone. */
  const drain = async (_id: ObjectId, clock: Clock): Promise<void> => {
    while (!isStopped) {
      if (!(await webhooks.findOne({ _id, enabled: true }, { projection: { _id: 1 } }))) return;
      const due = await deliveries
        .find({ webhook: _id, state: "waiting", nextAt: { $lte: new Date(clock.now()) } }, { hint: "due" })
        .sort({ nextAt: 1, seq: 1 })
        .limit(batch)
        .toArray();
      if (due.length === 0) return;
      failures.push(...(await eachLimited(firstOfSubjects(due), width, (one) => deliver(one, clock))));
      if (failures.length > 0) return;
    }
  };

  /**
   * Removes deliveries that were published while their endpoint was removed. Rows are read before endpoints: so none
   * belongs to a newer endpoint.
   */
  const removeLeftovers = async (): Promise<void> => {
    const known = await deliveries.distinct("webhook");
    const present = await webhooks.find({ _id: { $in: known } }, { projection: { _id: 1 } }).toArray();
    const gone = known.filter((id) => !present.some(({ _id }) => _id.equals(id)));
    if (gone.length > 0) await deliveries.deleteMany({ webhook: { $in: gone } });
  };

  const look = async (): Promise<unknown[]> => {
    const clock = await openDatabaseClock({ mongo, databaseClock });
    if (clock.now() - tidiedAt >= tidyEveryMs) {
      await removeLeftovers();
      tidiedAt = clock.now();
    }
    const enabled = await webhooks.find({ enabled: true }, { projection: { _id: 1 } }).toArray();
    for (const { _id } of enabled) {
      const key = _id.toHexString();
      if (underWay.has(key)) continue;
      const draining = drain(_id, clock)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(key));
      underWay.set(key, draining);
    }
    const found = failures;
    failures = [];
    return found;
  };

  const words = { failing: "events could not be sent to webhooks", again: "events are sent to webhooks again" };
  const { sweep, idle } = createSweep(log, words, look);
  return {
    sweep,
    /** Ends the sending, and resolves when nothing is being sent. */
    idle: async (): Promise<void> => {
      isStopped = true;
      await idle();
      await Promise.all(underWay.values());
    },
  };
};

const firstOfSubjects = (due: WebhookDeliveryDocument[]): WebhookDeliveryDocument[] => {
  const first = new Map<string, WebhookDeliveryDocument>();
  for (const one of due) {
    const subject = one.subject.id.toHexString();
    const known = first.get(subject);
    if (!known || one.seq < known.seq) first.set(subject, one);
  }
  return [...first.values()];
};
