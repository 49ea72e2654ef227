import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest, setUpGateway, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");
const events = (machine: ObjectId) =>
  gateway.stores.webhookDeliveries.find({ "subject.id": machine }).sort({ seq: 1 }).toArray();
const heard = async (machine: ObjectId) =>
  (await events(machine)).map(({ type, data }) => [type, (data.stock as { brand: string }).brand]);
const known = async (machine: ObjectId) =>
  (await gateway.stores.soldOut.findOne({ _id: machine }))?.products.map(String);
const empty = (machine: ObjectId, channel: number, isEmpty = true) =>
  gateway.stores.containers.updateOne({ machine, channel }, { $set: { isEmpty } });
const listen = () =>
  admin.post("/webhooks", {
    address: "https://app.example.com/stock",
    types: ["machine.sold-out", "machine.available"],
    enabled: true,
  });

/** Two cans of Cola and one of Tea. */
const aStockedMachine = async () => {
  const [cola, tea] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  const machine = await addMachine(gateway.parts);
  await gateway.stores.containers.insertMany([
    aContainer(machine, 1, { product: cola._id, isEmpty: false }),
    aContainer(machine, 2, { product: cola._id, isEmpty: false }),
    aContainer(machine, 3, { product: tea._id, isEmpty: false }),
  ]);
  await eventually(async () => expect(await known(machine._id)).toEqual([]));
  return { ...machine, cola, tea };
};

test("each change of what a machine has for sale is published once, though two gateways see it", async () => {
  await listen();
  const { _id, vendingMachineId, cola, tea } = await aStockedMachine();
  const { database, prefix } = gateway;
  await gatewayOfTest({ beside: { database, prefix } });

  await empty(_id, 1);
  await empty(_id, 3);
  await eventually(async () => expect(await heard(_id)).toEqual([["machine.sold-out", tea.brand]]));
  await empty(_id, 2);
  await eventually(async () => expect(await heard(_id)).toHaveLength(2));
  const { since = {}, lastSince } = (await gateway.stores.soldOut.findOne({ _id })) ?? {};
  expect(Number(since[`${cola._id}`])).toBeGreaterThan(Number(since[`${tea._id}`]));
  expect(lastSince).toEqual(since[`${cola._id}`]);
  await empty(_id, 2, false);
  const all = [
    ["machine.sold-out", tea.brand],
    ["machine.sold-out", cola.brand],
    ["machine.available", cola.brand],
  ];
  await eventually(async () => expect(await heard(_id)).toEqual(all));

  // Both gateways have seen what comes later.
  const later = await aStockedMachine();
  await empty(later._id, 3);
  await eventually(async () => expect(await heard(later._id)).toHaveLength(1));
  const stored = await events(_id);
  expect(stored.map(({ type, data }) => [type, (data.stock as { brand: string }).brand])).toEqual(all);
  const stock = { machine: `${_id}`, vendingMachineId, product: `${tea._id}`, brand: tea.brand };
  expect(stored[0]).toMatchObject({ seq: 1, subject: { kind: "machine", id: _id }, data: { stock } });
});

test("a reserved can is not for sale; a deactive machine and a brand that is taken out say nothing", async () => {
  const { _id, tea, cola } = await aStockedMachine();
  const reserve = (isReserved: boolean) =>
    gateway.stores.containers.updateOne(
      { machine: _id, channel: 3 },
      { $set: { isReserved, reservedAt: isReserved ? new Date() : null, reservedUntil: null } },
    );
  await reserve(true);
  await eventually(async () => expect(await heard(_id)).toEqual([["machine.sold-out", tea.brand]]));
  await reserve(false);
  await eventually(async () => expect(await heard(_id)).toHaveLength(2));

  await admin.put(`/vending-machines/${_id}`, { active: false });
  await gateway.stores.containers.deleteMany({ machine: _id, product: tea._id });
  await admin.put(`/vending-machines/${_id}`, { active: true });
  await empty(_id, 1);
  await empty(_id, 2);

  await eventually(async () => expect(await heard(_id)).toHaveLength(3));
  expect((await heard(_id)).at(-1)).toEqual(["machine.sold-out", cola.brand]);
});

test("what changes while no gateway runs is published by the next one", async () => {
  const first = await startGatewayUnderTest();
  const product = await addProduct(first.parts);
  const machine = await addMachine(first.parts);
  await addContainer(first.parts, machine, 1, { product: product._id, isEmpty: false });
  const { database, prefix } = first;
  const second = await startGatewayUnderTest({ beside: { database, prefix } });
  const { webhooks, soldOut } = second.stores;
  await eventually(async () => expect(await soldOut.findOne({ _id: machine._id })).toMatchObject({ products: [] }));
  await webhooks.insertOne(aWebhook(["machine.sold-out"]));
  await second.stop();
  // Its keeper alone ends: as if it had been killed between the change and the event.
  await first.stock?.stop();
  await first.stores.containers.updateOne({ machine: machine._id }, { $set: { isEmpty: true } });
  expect(await first.stores.webhookDeliveries.countDocuments()).toBe(0);

  const third = await startGatewayUnderTest({ beside: { database, prefix } });

  await eventually(async () =>
    expect(await third.stores.webhookDeliveries.find().toArray()).toMatchObject([
      { type: "machine.sold-out", subject: { id: machine._id } },
    ]),
  );
  await third.stop();
  await first.stop();
});
