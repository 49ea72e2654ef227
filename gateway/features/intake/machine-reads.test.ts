import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { createReaders, readAllPages } from "./testing/readers.ts";
import { openShop, placing } from "./testing/shop.ts";

const provider = setUp(startPlayedProvider);
const gateway = setUpGateway(() => ({ env: provider.env }));
const shop = setUp(() => openShop(gateway.parts));
const { aKey, reading } = createReaders(gateway);

test("where they stand, whether they are open, what is in stock", async () => {
  const read = reading(await aKey());
  const closed = await openShop(gateway.parts, { cans: 2, machine: { active: false } });
  const work = { until: new Date(Date.now() + 3_600_000), reason: "a new lock", by: new ObjectId() };
  const atWork = await openShop(gateway.parts, { cans: 2, machine: { work } });
  const rows = await readAllPages<{ _id: string }>(read, "/machines", "machines");

  expect(rows.find(({ _id }) => _id === `${shop.machine._id}`)).toEqual({
    _id: `${shop.machine._id}`,
    vendingMachineId: shop.machine.vendingMachineId,
    name: shop.machine.name,
    location: shop.machine.location,
    open: true,
    online: false,
    stock: [{ product: `${shop.cola._id}`, brand: shop.cola.brand, cans: 10 }],
  });
  expect(rows.find(({ _id }) => _id === `${closed.machine._id}`)).toMatchObject({ open: false, stock: [] });
  expect(rows.find(({ _id }) => _id === `${atWork.machine._id}`)).toMatchObject({ open: false, stock: [] });
  const quote = { vendingMachine: `${atWork.machine._id}`, lines: [atWork.line(atWork.cola, 2)] };
  const refused = await gateway.request
    .post("/intake/quotes")
    .set("x-api-key", await aKey())
    .send(quote);
  expect([refused.status, refused.body.code]).toEqual([409, "machine-closed"]);
});

test("pages are complete and without doubles while machines are added", async () => {
  const before = (await gateway.stores.machines.find().toArray()).map(({ _id }) => `${_id}`);
  const added: string[] = [];
  const rows = await readAllPages<{ _id: string }>(reading(await aKey()), "/machines", "machines", async () => {
    if (added.length < 4) added.push(`${(await addMachine(gateway.parts))._id}`);
  });

  const ids = rows.map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(before));
});

test("products cost what an order of them comes to", async () => {
  const key = await aKey();
  const { body } = await reading(key)(`/machines/${shop.machine.vendingMachineId}/products`);
  const [cola, deposit] = body.products;
  const ordered = await placing(gateway, key)(shop.input({ lines: [shop.line(shop.cola, cola.unit.minPurchase)] }));

  expect(body).toMatchObject({ gst: 18, machine: { _id: `${shop.machine._id}`, open: true } });
  expect(cola).toMatchObject({ product: `${shop.cola._id}`, brand: shop.cola.brand, cans: 10 });
  expect(cola.unit).toMatchObject({ unitPrice: 40.25, discountPrice: 35.5 });
  const { netAmount, gst } = ordered.body.order;
  expect(cola.unit.least).toEqual({ quantity: cola.unit.minPurchase, gst, netAmount });
  expect(deposit).toMatchObject({ productType: "deposit", cans: 0, unit: { unitPrice: 10, discountPrice: 10 } });
});

test("a quote is what the order comes to, and stores nothing", async () => {
  const key = await aKey();
  const { vendingMachine, lines } = shop.input({ lines: [shop.line(shop.cola, 2), shop.line(shop.deposit, 1)] });
  const quoting = (body: object) => gateway.request.post("/intake/quotes").set("x-api-key", key).send(body);
  const before = await gateway.stores.orders.countDocuments();
  const { status, body } = await quoting({ vendingMachine, lines });

  expect([status, body.quote.netAmount, body.quote.gst]).toEqual([200, 93.78, 12.78]);
  expect(await gateway.stores.orders.countDocuments()).toBe(before);
  const { order } = (await placing(gateway, key)(shop.input({ vendingMachine, lines }))).body;
  const { products, discount, gst, netAmount } = order;
  expect(body.quote).toEqual({ products, discount, gst, netAmount });
  const empty = await openShop(gateway.parts, { cans: 1 });
  const soldOut = await quoting({ vendingMachine: `${empty.machine._id}`, lines: [empty.line(empty.cola, 2)] });
  expect([soldOut.status, soldOut.body.code, soldOut.body.error]).toEqual([
    409,
    "sold-out",
    `Only 1 can of ${empty.cola.brand} for sale at this machine`,
  ]);
  expect((await quoting({ vendingMachine, lines: [] })).status).toBe(400);
});
