import { Webhook as Verifier } from "standardwebhooks";
import { beforeAll, expect, test } from "vitest";
import { addStock } from "#shared/containers/container.api.ts";
import { changeOrder } from "#shared/orders/order.api.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { serviceConfig } from "#shared/runtime/testing/service-config.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { addWebhook } from "#shared/webhooks/webhook.api.ts";
import { addKey, anIdempotencyKey, openShop } from "../../gateway/features/intake/testing/shop.ts";
import { addUnit } from "../../gateway/testing/network.ts";
import { startTrialBank } from "../payment-provider/testing/trial-bank.ts";
import { createCheckout } from "../simulator/customers/checkout.ts";
import { healthy } from "../simulator/faults.ts";
import { openFarEnd } from "../testing/far-end.ts";
import { type App, openApp } from "./app.ts";

interface Heard {
  id: string;
  type: string;
  subject: { id: string };
  data: { transaction?: { vendingMachineMessage: string }; stock?: { brand: string }; order?: { orderStatus: string } };
}

const bank: Awaited<ReturnType<typeof startTrialBank>> = setUp(
  () => startTrialBank(() => app.url),
  ({ close }) => close(),
);
const app: App = setUp(() => openApp({}, { ...trialPayments, PAYMENT_BASE_URL: bank.url }));

/** By their ids: an event may arrive twice. */
const heard = new Map<string, Heard>();
const unverified: unknown[] = [];
let secret = "";
const far = setUp(() =>
  openFarEnd(({ body, headers }, reply) => {
    try {
      const event = new Verifier(secret).verify(body, headers as Record<string, string>) as Heard;
      if (event.id !== headers["webhook-id"]) throw new Error("its id is not that of the header");
      heard.set(event.id, event);
      reply.writeHead(204).end();
    } catch (error) {
      unverified.push(error);
      reply.writeHead(400).end();
    }
  }),
);
beforeAll(async () => {
  const address = `${far.url}/events`;
  const types = ["order.paid", "order.failed", "order.canceled", "can.opened", "can.failed", "can.refunded"] as const;
  const ofMachines = ["machine.sold-out", "machine.available"] as const;
  const body = { address, description: "", types: [...types, ...ofMachines], enabled: true };
  secret = (await app.operator.call(addWebhook, { body })).secret;
});

const eventsOf = (subject: string) => [...heard.values()].filter((event) => event.subject.id === subject);
const typesOf = (subject: string) => eventsOf(subject).map(({ type }) => type);
const expectTypes = (subject: string, types: string[]) => eventually(() => expect(typesOf(subject)).toEqual(types));

/** A shop of two cans, the second of which is behind a door that is jammed, its unit, and the customers' app. */
const openShopWithUnit = async () => {
  const config = serviceConfig();
  const parts = { mongo: app.mongo, config, clock: { now: Date.now } };
  const shop = await openShop(parts, { cans: 2 });
  const { machine } = shop;
  const { containers } = app.mongo.collections;
  const [first] = await containers.find({ machine: machine._id }).sort({ channel: 1 }).toArray();
  // The can that was stocked earlier is sold first.
  await containers.updateOne({ _id: first?._id }, { $set: { stockedOn: new Date(0) } });
  await containers.updateOne({ machine: machine._id, channel: 2 }, { $set: { stockedOn: new Date() } });
  const { serialNumber, secret: own, version } = await addUnit(parts, machine);
  const { name, location, vendingMachineId } = machine;
  const faults = { ...healthy, jammedChannels: [2] };
  const plan = { serialNumber, channels: [1, 2], version, faults, seed: "webhooks", name, location, vendingMachineId };
  const fleet = await app.switchOn([{ plan, secret: own, machineId: `${machine._id}` }]);
  await eventually(async () =>
    expect([await app.isHeld(serialNumber), await app.knowsPresence()]).toEqual([true, true]),
  );
  const { key } = await addKey(parts, "customers' app");
  const checkout = createCheckout(app.url, key, bank.url);
  return { shop, first: `${first?._id}`, fleet, serialNumber, checkout, unhurried: new AbortController().signal };
};

test("each event of an order, a can and a machine is sent by what causes it, signed, and in the order of its subject", async () => {
  const { shop, first, fleet, serialNumber, checkout, unhurried } = await openShopWithUnit();
  const { machine, cola } = shop;
  const input = shop.input({ vendingMachine: machine.vendingMachineId, lines: [shop.line(cola, 2)] });
  const order = async (more: object = {}) => {
    const body = { ...input, ...more } as Parameters<typeof checkout.order>[1];
    return (await checkout.order(anIdempotencyKey(), body, unhurried)).order;
  };
  const take = () => {
    const body = { phone: input.phone, vendingMachine: machine.vendingMachineId, product: `${cola._id}` };
    return checkout.take(anIdempotencyKey(), body, unhurried);
  };
  const ofMachine = () => eventsOf(`${machine._id}`).map(({ type, data }) => [type, data.stock?.brand]);

  const canceled = await order({ lines: [shop.line(cola, 1)] });
  await app.operator.call(changeOrder, {
    params: { id: canceled._id },
    body: { orderStatus: "payment canceled", reason: "The customer changed their mind" },
  });
  await expectTypes(canceled._id, ["order.canceled"]);
  const paid = await order();
  await checkout.pay(paid.providerOrderId ?? "", "fail");
  await expectTypes(paid._id, ["order.failed"]);
  await checkout.pay(paid.providerOrderId ?? "", "succeed");
  await expectTypes(paid._id, ["order.failed", "order.paid"]);
  expect(eventsOf(paid._id)[1]?.data.order).toMatchObject({ orderStatus: "payment successful" });

  const { transaction: opened } = await take();
  await expectTypes(opened._id, ["can.opened"]);
  expect(ofMachine()).toEqual([]);
  const { transaction: jammed } = await take();
  await expectTypes(jammed._id, ["can.failed"]);
  expect(eventsOf(jammed._id)[0]?.data.transaction?.vendingMachineMessage).toMatch(/jammed/i);
  await eventually(() => expect(ofMachine()).toEqual([["machine.sold-out", cola.brand]]));
  await app.operator.call(refundCan, { params: { id: jammed._id } });
  await expectTypes(jammed._id, ["can.failed", "can.refunded"]);
  await app.operator.call(addStock, { body: { id: first, vendingMachine: `${machine._id}` } });
  const both = [
    ["machine.sold-out", cola.brand],
    ["machine.available", cola.brand],
  ];
  await eventually(() => expect(ofMachine()).toEqual(both));

  await fleet.stop();
  await eventually(async () => expect(await app.isHeld(serialNumber)).toBe(false));
  const { transaction: unheard } = await take();
  await expectTypes(unheard._id, ["can.failed"]);
  const open = app.operator.call(openTransaction, { params: { id: unheard._id }, body: {} });
  await expect(open).rejects.toThrow(/offline/i);
  await expectTypes(unheard._id, ["can.failed", "can.failed"]);

  expect(unverified).toEqual([]);
  expect(await app.mongo.collections.webhookDeliveries.countDocuments({ state: "failed" })).toBe(0);
});
