import { beforeAll, expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../testing/control-unit.ts";
import { gatewayOfTest, setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addProduct, addUnit } from "../testing/network.ts";
import { signedInAt } from "../testing/operator.ts";
import { setUpWatchers } from "../testing/watcher.ts";

const attention = { lookEveryMs: 50, countAllEveryMs: 500 };
const atRisk = { keptMs: 50 };
const gateway = setUpGateway({ standingClock: true, limits: { attention, atRisk } });
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  await gateway.stores.machines.insertMany(Array.from({ length: 2_000 }, () => aMachine()));
});

const read = async (path: string, at = gateway) => {
  const { status, body, text } = await (await signedInAt(at)).get(path);
  expect(status, text).toBe(200);
  return body;
};

test("what is counted of more machines is true within a second, and of a gateway that has just started", async () => {
  const [minute, week] = [60_000, 7 * 86_400_000];
  const heardAt = gateway.clock.now();
  const machine = await addMachine(gateway.parts, { name: "Harbour", createdAt: new Date(heardAt - 20 * week) });
  const of = { _id: `${machine._id}`, name: "Harbour" };
  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  await client.beat(-60, new Date(heardAt));
  const counts = (online: number, offline: number) => ({ online, offline, unavailable: 2_000 });
  await eventually(async () => expect((await read("/attention")).attention).toMatchObject(counts(1, 0)));
  await client.end();
  const { heard } = await watchers.watchAs(["attention"]);
  const row = (event: "connected" | "disconnected", age: number) => ({
    receivedAt: new Date(heardAt - age * minute),
    meta: { unit: unit.serialNumber, machine: of._id },
    event,
    why: null,
    connection: `of ${age}`,
    gateway: "g",
  });
  await gateway.stores.connectionHistory.insertMany([row("disconnected", 50), row("connected", 20)]);
  const order = anOrder(aUser(), machine, { status: "payment successful", time: new Date(heardAt - week + minute) });
  await gateway.stores.orders.insertOne(order);

  gateway.clock.advance(80_000);

  const since = new Date(heardAt).toISOString();
  expect((await read("/attention")).attention).toMatchObject(counts(0, 1));
  await eventually(() => expect(heard.at(-1)?.payload).toMatchObject({ view: counts(0, 1) }));
  expect((await read("/network-events")).events).toMatchObject([
    { kind: "outage", machine: of, from: since, to: null },
    { kind: "outage", machine: of, to: row("connected", 20).receivedAt.toISOString() },
  ]);
  expect((await read("/vending-machines/at-risk")).machines).toMatchObject([{ _id: of._id, since }]);
  const [first, later] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  const soldOutSince = { [`${first._id}`]: new Date(heardAt - minute), [`${later._id}`]: new Date(heardAt) };
  await gateway.stores.soldOut.updateOne(
    { _id: machine._id },
    { $set: { products: [first._id, later._id], since: soldOutSince, lastSince: new Date(heardAt) } },
    { upsert: true },
  );
  await gateway.stores.orders.updateOne({ _id: order._id }, { $set: { "lines.0.product": later._id } });
  await eventually(async () =>
    expect((await read("/vending-machines/at-risk/brands")).brands).toMatchObject([
      { machine: of._id, brand: later.brand, since },
    ]),
  );

  const begun = await gatewayOfTest({ beside: gateway, standingClock: true });
  begun.clock.advance(gateway.clock.now() - begun.clock.now());
  const paths = [
    "/attention",
    "/vending-machines/live-status/pages",
    "/vending-machines/pages",
    "/containers/all/pages",
  ];
  const [counted, status, home, pivot] = await Promise.all(paths.map((path) => read(path, begun)));
  expect(counted.attention).toMatchObject(counts(0, 1));
  expect(status.counts).toEqual({ Online: 0, Offline: 1, Unavailable: 2_000 });
  expect([home.all, home.counts.Offline, pivot.all]).toEqual([2_001, 1, 2_001]);

  await gateway.stores.machines.updateOne({ _id: machine._id }, { $set: { active: false } });
  await eventually(async () => expect((await read("/vending-machines/at-risk")).machines).toEqual([]));
  await eventually(async () => expect((await read("/vending-machines/at-risk/brands")).brands).toEqual([]));
});
