import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { AtRisk } from "#shared/live-status/at-risk.schema.ts";
import type { OrderDocument, OrderLineDocument } from "#shared/orders/order.document.server.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway({ standingClock: true });
const [minute, hour, week] = [60_000, 3_600_000, 7 * 86_400_000] as const;
const user = aUser();

/** Signed in anew: the clock moves past the end of an idle sign-in. */
const get = async (path: string) => (await (await signedInAt(gateway)).get(path)).body;
const read = async (): Promise<AtRisk[]> => (await get("/vending-machines/at-risk")).machines;
const riskOf = async ({ _id }: { _id: object }) => (await read()).find((one) => one._id === `${_id}`);

/** A machine that was heard at this moment for the last time, and `sold` in the weeks before. */
const machineWith = async (added: number, sold: (heardAt: number) => Partial<OrderDocument>[]) => {
  const heardAt = gateway.clock.now();
  const machine = await addMachine(gateway.parts, { createdAt: new Date(heardAt - added) });
  const client = await connectBeatingUnit(gateway, await addUnit(gateway.parts, machine));
  await client.beat(-60, new Date(heardAt));
  const row = async () =>
    (await get("/vending-machines/live-status")).liveStatus.find(
      (one: { _id: string }) => one._id === `${machine._id}`,
    );
  await eventually(async () => expect((await row()).lastSeenOnline).toBe(new Date(heardAt).toISOString()));
  await client.end();
  const orders = sold(heardAt).map((order) => anOrder(user, machine, { status: "payment successful", ...order }));
  if (orders.length > 0) await gateway.stores.orders.insertMany(orders);
  return machine;
};
const at = (moment: number) => ({ time: new Date(moment) });
const cans = (quantity: number) => ({ lines: [anOrderLine({ quantity, unitPrice: 4_000 })] });

test("an offline machine has what it usually sells in these hours, the most first", async () => {
  const since = new Date(gateway.clock.now()).toISOString();
  const old = 20 * week;
  // 80 rupees four weeks ago, 160 a week ago: 60 a week. The others are beside these two hours, or not paid.
  const usual = await machineWith(old, (heard) => [
    at(heard - 4 * week + minute),
    { ...at(heard - week + hour), ...cans(4) },
    { ...at(heard - week + 2 * hour + minute), ...cans(100) },
    { ...at(heard - week - minute), ...cans(100) },
    { ...at(heard - 5 * week + hour), ...cans(100) },
    { ...at(heard - 2 * week + hour), ...cans(100), status: "payment failed" },
  ]);
  // The one week that it has seen counts alone; a deposit is no sale, and a discount is none.
  const young = await machineWith(week + hour, (heard) => [
    {
      ...at(heard - week + hour),
      lines: [anOrderLine({ quantity: 3 }), anOrderLine({ productType: "deposit", unitPrice: 9_900 })],
      discount: { productDiscount: 2_000, couponDiscount: 0, totalDiscount: 2_000 },
    },
  ]);
  const tooYoung = await machineWith(week - minute, (heard) => [at(heard - 6 * 24 * hour)]);
  const withoutSales = await machineWith(old, () => []);
  expect(await read()).toEqual([]);

  gateway.clock.advance(2 * hour);

  expect(await read()).toEqual([
    { _id: `${young._id}`, since, amount: 100 },
    { _id: `${usual._id}`, since, amount: 60 },
  ]);
  expect(await riskOf(tooYoung)).toBeUndefined();
  expect(await riskOf(withoutSales)).toBeUndefined();

  gateway.clock.advance(2 * minute);
  expect(await riskOf(usual)).toMatchObject({ amount: 1_060 });
});

test("a deactive machine sells nothing, and nothing of it is at risk", async () => {
  const machine = await machineWith(20 * week, (heard) => [at(heard - week + hour)]);
  gateway.clock.advance(2 * hour);
  expect(await riskOf(machine)).toBeDefined();

  await gateway.stores.machines.updateOne({ _id: machine._id }, { $set: { active: false } });

  expect(await riskOf(machine)).toBeUndefined();
});

test("a sold-out brand has what it usually sells at its machine in the time since it sold out", async () => {
  const since = gateway.clock.now();
  const [cola, tea] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  const machine = await addMachine(gateway.parts, { createdAt: new Date(since - 20 * week) });
  await addContainer(gateway.parts, machine, 1, { product: cola._id, isEmpty: true });
  await addContainer(gateway.parts, machine, 2, { product: tea._id, isEmpty: false });
  const { soldOut } = gateway.stores;
  await eventually(async () => expect((await soldOut.findOne({ _id: machine._id }))?.products).toEqual([cola._id]));
  const line = (product: { _id: ObjectId }, quantity: number) =>
    anOrderLine({ product: product._id, quantity, unitPrice: 5_000, discountPrice: 4_000 });
  const order = (ms: number, ...lines: OrderLineDocument[]) =>
    anOrder(user, machine, { status: "payment successful", ...at(since - week + ms), lines });
  await gateway.stores.orders.insertMany([
    order(hour, line(cola, 3), line(tea, 50)),
    order(3 * hour, line(cola, 100)),
    order(hour, line(tea, 50)),
  ]);

  gateway.clock.advance(2 * hour);

  const { brands } = await get("/vending-machines/at-risk/brands");
  expect(brands).toEqual([
    { machine: `${machine._id}`, brand: cola.brand, since: new Date(since).toISOString(), amount: 30 },
  ]);
});
