import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { Delivery } from "#shared/events/events.ts";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { presenceKeysOf } from "#shared/runtime/testing/redis-of-tests.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp, setUpEach } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addUnit, stockSettled } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpWatchers, type Watcher } from "../../testing/watcher.ts";
import { createStock } from "./stock.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const watchers = setUpWatchers(gateway);
const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));
const tea = setUp(() => addProduct(gateway.parts, { brand: "Tea" }));
const machine = setUpEach(() => addMachine(gateway.parts));

const key = () => gateway.parts.keys.stock(machine._id.toHexString());
const held = async (): Promise<RedisStock> =>
  JSON.parse((await gateway.parts.redis.hget(key(), "stock")) ?? '{"none":true}');
const stockOf = (named: string | ObjectId) => operator.get(`/vending-machines/stock?vendingMachine=${named}`);
const full = (product: ProductDocument, options: Partial<ContainerDocument> = {}) => ({
  product: product._id,
  isEmpty: false,
  ...options,
});
const noon = new Date("2026-01-05T12:00:00Z");
const reserved = (until: Date | null) => ({ isReserved: true, reservedUntil: until, reservedAt: noon });

/** One machine of each kind, and what is expected of them. */
const oneOfEach = () =>
  gateway.stores.containers.insertMany([
    aContainer(machine, 1, full(cola)),
    aContainer(machine, 2, full(cola, { label: "20" })),
    aContainer(machine, 3, full(tea, reserved(null))),
    aContainer(machine, 4, full(cola, { ...reserved(new Date(Date.now() + 600_000)), reservation: new ObjectId() })),
    aContainer(machine, 5, full(tea, { isWorking: false })),
    aContainer(machine, 6, { product: tea._id }),
    aContainer(machine, 7),
  ]);
const forSale: RedisStock = {
  available: { Cola: 2 },
  reserved: [
    { productId: "", brand: "Tea", time: noon.toISOString() },
    { productId: "", brand: "Cola", time: noon.toISOString() },
  ],
  containers: ["1", "20"],
};
const expectedStock = () => ({
  ...forSale,
  reserved: forSale.reserved.map((one) => ({ ...one, productId: `${one.brand === "Tea" ? tea._id : cola._id}` })),
});

describe("a machine's stock", () => {
  test("is shown per brand, per state and as it is for sale; the five states add up to all containers", async () => {
    await oneOfEach();

    const { status, body } = await stockOf(machine._id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
      brandStock: { Cola: 3, Tea: 1 },
      containersInfo: { failure: 1, reserved: 2, empty: 1, available: 2, unassigned: 1 },
      redisStock: expectedStock(),
      liveStatus: { lastUpdatedOn: null },
    });
  });

  test("is read by the machine's business id as well; an unknown one is 404, none 400", async () => {
    expect((await stockOf(machine.vendingMachineId)).body).toMatchObject({ success: true, brandStock: {} });
    expect((await stockOf("VM-nowhere")).status).toBe(404);
    expect((await operator.get("/vending-machines/stock")).status).toBe(400);
  });

  test("says when its unit was last heard", async () => {
    const { serialNumber } = await addUnit(gateway.parts, machine);
    const lastSeen = new Date(Date.now() - 5_000);
    await gateway.stores.lastSeen.insertOne({ _id: serialNumber, lastSeen, strength: null, clockOffsetSeconds: null });
    await gateway.parts.redis.zadd(
      presenceKeysOf(gateway.parts, serialNumber).online,
      lastSeen.getTime(),
      serialNumber,
    );

    expect((await stockOf(machine._id)).body.liveStatus).toEqual({ lastUpdatedOn: lastSeen.toISOString() });
  });

  test("of a deactive machine sells nothing, until it is active again", async () => {
    await oneOfEach();
    await eventually(async () => expect(await held()).toEqual(expectedStock()));

    await operator.put(`/vending-machines/${machine._id}`, { active: false });

    await eventually(async () => expect(await held()).toEqual({ available: {}, reserved: [], containers: [] }));
    expect((await stockOf(machine._id)).body).toMatchObject({
      brandStock: { Cola: 3 },
      redisStock: { available: {}, containers: [] },
    });
    await operator.put(`/vending-machines/${machine._id}`, { active: true });
    await eventually(async () => expect(await held()).toEqual(expectedStock()));
  });
});

describe("the stock in Redis", () => {
  test("follows whatever is written", async () => {
    await gateway.stores.containers.insertOne(aContainer(machine, 1, full(cola)));
    await eventually(async () => expect(await held()).toMatchObject({ available: { Cola: 1 } }));

    await gateway.stores.containers.deleteMany({ machine: machine._id });

    await eventually(async () => expect(await held()).toMatchObject({ available: {}, containers: [] }));
  });

  test("follows a brand that is renamed", async () => {
    const named = await addProduct(gateway.parts, { brand: "Before" });
    await addContainer(gateway.parts, machine, 1, full(named));
    await eventually(async () => expect(await held()).toMatchObject({ available: { Before: 1 } }));

    await operator.put(`/products/${named._id}`, { brand: "After" });

    await eventually(async () => expect(await held()).toMatchObject({ available: { After: 1 } }));
  });

  test("is rebuilt on read when the key is gone", async () => {
    await oneOfEach();
    await eventually(async () => expect(await held()).toEqual(expectedStock()));
    await gateway.parts.redis.del(key());

    expect((await stockOf(machine._id)).body.redisStock).toEqual(expectedStock());

    expect(await held()).toEqual(expectedStock());
  });

  test("that is nonsense is put right on read", async () => {
    await oneOfEach();
    await eventually(async () => expect(await held()).toEqual(expectedStock()));
    await gateway.parts.redis.hset(key(), "asOf", "nonsense", "stock", "{}");
    expect((await stockOf(machine._id)).body.redisStock).toEqual(expectedStock());
    await gateway.parts.redis.hset(key(), "stock", "no JSON at all");

    expect((await stockOf(machine._id)).body.redisStock).toEqual(expectedStock());
  });

  test("is filled again by itself after Redis was emptied", async () => {
    await oneOfEach();
    await eventually(async () => expect(await held()).toEqual(expectedStock()));

    const { redis, keys } = gateway.parts;
    await Promise.all([key(), ...keys.allStockLoaded].map((one) => redis.del(one)));

    await eventually(async () => expect(await held()).toEqual(expectedStock()));
    await eventually(async () => expect(await createStock(gateway.parts).redisStock.upTo()).not.toBeNull());
  });

  test("is not replaced by an older snapshot, however late it comes", async () => {
    await addContainer(gateway.parts, machine, 1, full(cola));
    await eventually(async () => expect(await held()).toMatchObject({ available: { Cola: 1 } }));
    await stockSettled(gateway.parts);
    const { redisStock } = createStock(gateway.parts);
    const id = machine._id.toHexString();
    const before = await redisStock.read(id);

    await redisStock.write([{ machine: id, asOf: "0000000000000001", text: '{"old":true}' }]);

    expect(await redisStock.read(id)).toEqual(before);
  });
});

const stockEvents = ({ heard }: Watcher) =>
  heard.flatMap(({ name, payload }) =>
    name === "machine.stock.changed" ? [payload as Delivery<"machine.stock.changed">] : [],
  );

/** A gateway that found Redis empty at its start has all pages load again once, about two seconds later. */
const reloadedOnce = () =>
  eventually(async () => {
    const { values } = await gateway.parts.metrics.pushed.get();
    expect(values.find(({ labels }) => labels.event === "reload")?.value).toBeGreaterThanOrEqual(1);
  });

describe("the screens that show it", () => {
  test("receive a change in both rooms, as one view that agrees with itself", async () => {
    await oneOfEach();
    await eventually(async () => expect(await held()).toEqual(expectedStock()));
    await stockSettled(gateway.parts);
    await reloadedOnce();
    const page = await watchers.watchAs([`machine/${machine._id}`]);
    const pivot = await watchers.watchAs(["inventory"]);
    const elsewhere = await watchers.watchAs([`machine/${new ObjectId()}`]);
    const { asOf } = (await stockOf(machine._id)).body;

    const six = await gateway.stores.containers.findOne({ machine: machine._id, channel: 6 });
    await operator.post("/containers/add-stock", { id: `${six?._id}`, vendingMachine: `${machine._id}` });

    for (const watcher of [page, pivot]) {
      await eventually(() => expect(stockEvents(watcher)).toHaveLength(1));
      const [{ t, view } = { t: "", view: {} }] = stockEvents(watcher);
      expect(t > asOf).toBe(true);
      expect(view).toMatchObject({
        vendingMachine: `${machine._id}`,
        brandStock: { Cola: 3, Tea: 2 },
        containersInfo: { failure: 1, reserved: 2, empty: 0, available: 3, unassigned: 1 },
        redisStock: { available: { Cola: 2, Tea: 1 } },
        row: {
          _id: `${machine._id}`,
          vendingMachineName: machine.name,
          totalContainers: 7,
          totalAssignedContainers: 6,
          brands: { Tea: { assignedContainers: 3, empty: 0, inStock: 2, disabled: 1 } },
        },
      });
      const { success: _success, asOf: _asOf, liveStatus: _live, ...read } = (await stockOf(machine._id)).body;
      expect(view).toMatchObject(read);
    }
    expect(elsewhere.heard).toEqual([]);
  });

  test("receive one event for many containers that are stocked in one call", async () => {
    const some = Array.from({ length: 30 }, (_, index) => aContainer(machine, index + 1, { product: cola._id }));
    await gateway.stores.containers.insertMany(some);
    await eventually(async () => expect(await held()).toMatchObject({ containers: [] }));
    const page = await watchers.watchAs([`machine/${machine._id}`]);

    await operator.post("/containers/add-stock-bulk", {
      containers: some.map(({ _id }) => `${_id}`),
      vendingMachine: `${machine._id}`,
    });

    await eventually(() => expect(page.heard.at(-1)?.payload).toMatchObject({ view: { brandStock: { Cola: 30 } } }));
    expect(stockEvents(page).length).toBeLessThan(5);
  });
});
