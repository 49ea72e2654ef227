import { ObjectId } from "mongodb";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { WebhookDeliveryDocument } from "#shared/webhooks/webhook.document.server.ts";
import { SubscribedType } from "#shared/webhooks/webhook.schema.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { renewSecret } from "#shared/webhooks/webhook-secrets.server.ts";
import { createHistoryIds } from "../demo-history/records.ts";

const minuteMs = 60_000;
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minuteMs);

/** Cans that did not come out and payments that do not add up: what a morning leaves to an operator. */
export const plantDemoCases = async (collections: Collections, operator: Pick<UserDocument, "_id">): Promise<void> => {
  await plantCans(collections, operator);
  const { orders, unknownPayments } = collections;
  const past = createHistoryIds("demo");
  await orders.updateOne({ _id: past.order() }, { $set: { flags: ["other amount"] } });
  const paid = await orders.findOne({ status: "payment successful" }, { sort: { _id: 1 }, projection: { _id: 1 } });
  if (paid) await orders.updateOne({ _id: paid._id }, { $set: { flags: ["paid twice"] } });
  const times = { firstAt: at(190), lastAt: at(188) };
  const money = { status: "captured", amount: 12_000, currency: "INR" };
  await unknownPayments.insertOne({ _id: "pay_DemoNoOrder01", providerOrderId: null, ...money, ...times });
};

/** Two keys of other systems: one in use, one that nobody has used. */
export const plantDemoKeys = async ({ apiKeys }: Collections, admin: Pick<UserDocument, "_id">): Promise<void> => {
  const by = { kind: "operator", id: admin._id } as const;
  const { record: app } = newApiKey({ name: "Customers' app" }, by, at(9_000).getTime());
  const { record: planner } = newApiKey({ name: "Refill planner", days: 90 }, by, at(7_000).getTime());
  await apiKeys.insertMany([{ ...app, lastUsedAt: at(2) }, planner]);
};

/** An endpoint that took one event and refused another for a day: what an admin finds after a night. */
export const plantDemoWebhook = async (
  { webhookDeliveries, webhooks }: Collections,
  secrets: Pick<Secrets, "seal">,
): Promise<void> => {
  const { sealedSecrets } = renewSecret(secrets, [], Date.now());
  const types = [...SubscribedType.options];
  const app = { address: "https://orders.example/events", description: "Customers' app", types, enabled: true };
  const planner = { address: "https://stock.example/hooks", description: "Refill planner", types, enabled: false };
  const both = { sealedSecrets, failingSince: null, rev: 0 };
  const webhook = new ObjectId();
  await webhooks.insertMany([
    { _id: webhook, ...app, ...both, createdAt: at(9_000), failingSince: at(90) },
    { _id: new ObjectId(), ...planner, types: ["machine.sold-out"], ...both, createdAt: at(7_000) },
  ]);
  const delivery = (minutesAgo: number, type: keyof typeof webhookEvents, status: number): WebhookDeliveryDocument => ({
    _id: new ObjectId(),
    webhook,
    event: `evt_demo${minutesAgo}`,
    type,
    createdAt: at(minutesAgo),
    subject: { kind: webhookEvents[type].subject, id: new ObjectId() },
    seq: 1,
    data: webhookEvents[type].example,
    state: status === 204 ? "delivered" : "failed",
    attempts: status === 204 ? 1 : 14,
    nextAt: null,
    giveUpAt: at(minutesAgo - 1_440),
    answer: { at: at(90), status, ms: 180, error: status === 204 ? null : "answered 503" },
  });
  await webhookDeliveries.insertMany([
    delivery(1_530, "order.paid", 503),
    delivery(1_620, "can.opened", 204),
    delivery(1_700, "order.paid", 204),
  ]);
};

const plantCans = async (
  { approvals, canTransactions, containers, machines, users }: Collections,
  operator: { _id: ObjectId },
) => {
  const customers = await users.find({ role: "customer" }).limit(2).toArray();
  const filled = await containers.find({ isEmpty: false, isWorking: true }).limit(3).toArray();
  const [first, second] = customers;
  for (const [nth, of] of filled.entries()) {
    const machine = await machines.findOne({ _id: of.machine });
    const user = nth === 1 ? second : first;
    if (!machine || !user) throw new Error("The demo network has no customers or no machine of a filled container.");
    const can = aTransaction(user, machine, {
      of,
      time: at(7 + 21 * nth),
      vendingMachineMessage: ["Not acknowledged", "Vending machine is offline", "Not opened"][nth] ?? "",
    });
    await canTransactions.insertOne(can);
    if (nth !== 2) continue;
    await approvals.insertOne({
      _id: new ObjectId(),
      kind: "refund",
      record: can._id,
      user: user._id,
      change: {},
      what: `1 can of ${can.brand} is given back`,
      reason: "The door is jammed",
      by: operator._id,
      at: at(6),
      state: "requested",
      decidedBy: null,
      decidedAt: null,
      decision: "",
      rev: 0,
    });
  }
};
