import type { ObjectId } from "mongodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { aContainer, aMachine } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp, setUpEach } from "#shared/testing/set-up.ts";
import { at, connectUnit, sayAcknowledged, up } from "../../machine-link/testing/link-under-test.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addUnit, stockSettled } from "../../testing/network.ts";
import { type SignedInOperator, setUpOperator } from "../../testing/operator.ts";
import { createComparedStock } from "./compared-stock.ts";
import { createStock } from "./stock.ts";

// The comparison by the minute would repair what is to be seen here.
const stock = { gatherMs: 20, retryMs: 200, watchEveryMs: 100, checkEveryMs: 3_600_000, confirmMs: 100 };
const gateway = setUpGateway({ limits: { stock } });
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");
const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));
const machine = setUpEach(() => addMachine(gateway.parts, { name: "Lobby" }));
const other = setUpEach(() => addMachine(gateway.parts));
beforeEach(async () => {
  const { redisStock } = createStock(gateway.parts);
  // The start computes all stocks once, whoever was added meanwhile.
  await eventually(async () => expect(await redisStock.upTo()).not.toBeNull());
  for (const channel of [1, 2, 3]) await addContainer(gateway.parts, machine, channel, full());
  await addContainer(gateway.parts, other, 1, full());
  await eventually(async () => expect(await held(machine._id)).toMatchObject({ stock: { available: { Cola: 3 } } }));
  await eventually(async () => expect(await held(other._id)).toMatchObject({ stock: { available: { Cola: 1 } } }));
  await stockSettled(gateway.parts);
});
afterEach(async () => {
  await gateway.stores.machines.deleteMany({});
  await gateway.stores.containers.deleteMany({});
});

const full = () => ({ product: cola._id, isEmpty: false });
const held = (id: ObjectId) => createStock(gateway.parts).redisStock.read(`${id}`);
const inRedis = (id: ObjectId) => gateway.parts.redis.hgetall(gateway.parts.keys.stock(`${id}`));
const compared = (named: ObjectId | string) => staff.get(`/vending-machines/stock/compared?vendingMachine=${named}`);
const differing = async (): Promise<ComparedStock[]> => (await compared("all")).body.machines;
const rebuild = (operator: SignedInOperator) =>
  operator.post("/vending-machines/stock/rebuild", { vendingMachine: `${machine._id}` });
const wrong = '{"available":{"Cola":99},"reserved":[],"containers":["7"]}';
/** Stock dated in the future, as after a restore of the database: no ordinary write corrects it. */
const spoil = () =>
  gateway.parts.redis.hset(gateway.parts.keys.stock(`${machine._id}`), "asOf", "ffffffffffffffff", "stock", wrong);
const unset = { unknownToMachine: [], toldAt: null };

describe("stock side by side", () => {
  test("of one machine is shown though it agrees, among all only what differs", async () => {
    const { status, body } = await compared(machine._id);

    expect(status).toBe(200);
    expect(body.machines).toEqual([
      {
        vendingMachine: { _id: `${machine._id}`, name: "Lobby", vendingMachineId: machine.vendingMachineId },
        brands: [{ brand: "Cola", containers: 3, redis: 3, machine: null }],
        ...unset,
      },
    ]);
    expect(await differing()).toEqual([]);
    expect((await compared(machine.vendingMachineId)).body.machines).toEqual(body.machines);
    expect((await compared("VM-nowhere")).status).toBe(404);
  });

  test("has a brand that is called as something that every object has", async () => {
    const { _id: product } = await addProduct(gateway.parts, { brand: "constructor" });
    await addContainer(gateway.parts, machine, 4, { product, isEmpty: false });
    await spoil();

    expect((await compared(machine._id)).body.machines[0].brands).toEqual([
      { brand: "Cola", containers: 3, redis: 99, machine: null },
      { brand: "constructor", containers: 1, redis: 0, machine: null },
    ]);
  });

  test("shows a drift with both figures; an admin rebuilds it, staff may not, and nobody else's stock is touched", async () => {
    await spoil();
    const ofOther = await inRedis(other._id);
    const drift = { brands: [{ brand: "Cola", containers: 3, redis: 99, machine: null }], ...unset };
    expect((await compared(machine._id)).body.machines).toMatchObject([drift]);
    expect(await differing()).toMatchObject([{ vendingMachine: { _id: `${machine._id}` }, ...drift }]);

    const refused = await rebuild(staff);
    expect([refused.status, refused.body.error]).toEqual([403, "Only an admin may rebuild the stock in Redis"]);
    expect(await inRedis(machine._id)).toEqual({ asOf: "ffffffffffffffff", stock: wrong });

    const { status, body } = await rebuild(admin);

    const right = { brands: [{ brand: "Cola", containers: 3, redis: 3, machine: null }] };
    expect([status, body]).toMatchObject([200, { stock: right }]);
    expect((await held(machine._id))?.stock).toMatchObject({ available: { Cola: 3 }, containers: ["1", "2", "3"] });
    expect(await inRedis(other._id)).toEqual(ofOther);
    expect(await differing()).toEqual([]);
    expect(
      await gateway.stores.audit.find({ "record.id": `${machine._id}`, verb: "stock.rebuilt" }).toArray(),
    ).toMatchObject([
      {
        actor: { id: admin.userId },
        before: { available: { Cola: 99 } },
        after: { available: { Cola: 3 } },
      },
    ]);
  });

  test("shows nothing in Redis where its stock is gone or cannot be read", async () => {
    const key = gateway.parts.keys.stock(`${machine._id}`);
    const nothing = [{ brands: [{ brand: "Cola", containers: 3, redis: 0, machine: null }] }];
    await gateway.parts.redis.del(key);
    expect((await compared(machine._id)).body.machines).toMatchObject(nothing);
    await gateway.parts.redis.hset(key, "asOf", "ffffffffffffffff", "stock", "no JSON at all");
    expect((await compared(machine._id)).body.machines).toMatchObject(nothing);

    await rebuild(admin);

    expect(await differing()).toEqual([]);
  });

  test("counts the cans whose lock the machine has named since it was last switched on", async () => {
    const login = await addUnit(gateway.parts, machine);
    const say = async (boot: string, messageId: number, channels: number[]) => {
      const unit = await connectUnit(gateway, login);
      const containers = channels.map((channel) => ({ channel, isLocked: true }));
      await sayAcknowledged(
        unit,
        up(login.serialNumber, "locks"),
        { containers, full: true, at, boot, seq: 1 },
        messageId,
      );
      unit.leave();
    };
    await say("b1", 1, [1, 2, 3]);
    expect((await compared(machine._id)).body.machines).toMatchObject([
      { brands: [{ machine: 3 }], ...unset, toldAt: expect.any(String) },
    ]);
    expect(await differing()).toEqual([]);

    await say("b2", 2, [1, 2]);

    const unnamed = [{ brands: [{ brand: "Cola", containers: 3, redis: 3, machine: 2 }], unknownToMachine: ["3"] }];
    expect(await differing()).toMatchObject(unnamed);

    const unit = await gateway.stores.units.findOne({ serialNumber: login.serialNumber });
    await admin.post("/vending-machines/registered-vending-machine/new-secret", { _id: `${unit?._id}` });
    expect(await differing()).toMatchObject(unnamed);
  });
});

test("of more machines than one call can compare, who asks again is answered what was found meanwhile", async () => {
  await spoil();
  const { inventory, redisStock } = createStock(gateway.parts);
  const searches: (() => void)[] = [];
  const ofMany = createComparedStock({
    ...gateway.parts,
    limits: { ...gateway.parts.limits, httpMs: 50 },
    inventory: {
      ...inventory,
      machineBatches: async function* (size) {
        await new Promise<void>((resolve) => searches.push(resolve));
        yield* inventory.machineBatches(size);
      },
    },
    redisStock,
    isMany: async () => true,
  });
  for (let call = 0; call < 2; call += 1)
    await expect(ofMany.compare("all")).rejects.toThrow("The stock of all vending machines is being compared");

  for (const goOn of searches) goOn();

  const found = () =>
    ofMany.compare("all").then(({ machines }) => machines.map(({ vendingMachine }) => vendingMachine));
  await eventually(async () => expect(await found()).toMatchObject([{ name: "Lobby" }]));
  await rebuild(admin);
  expect(await found()).toEqual([]);
  expect(searches).toHaveLength(1);
});

describe("a rebuild beside a stock update", () => {
  test("leaves what was written between its reading and its writing", async () => {
    await spoil();
    const { inventory, redisStock } = createStock(gateway.parts);
    const newer = '{"available":{"Cola":2},"reserved":[],"containers":["1","2"]}';
    const meanwhile = createComparedStock({
      ...gateway.parts,
      inventory,
      redisStock: {
        ...redisStock,
        write: async (stocks) => {
          const [{ machine: id, overrules } = { machine: "", overrules: "" }] = stocks;
          await redisStock.write([{ machine: id, asOf: "fffffffffffffff0", text: newer, overrules }]);
          await redisStock.write(stocks);
        },
      },
    });

    await meanwhile.rebuild({ kind: "operator", id: admin.userId, from: "127.0.0.1" }, `${machine._id}`);

    expect(await inRedis(machine._id)).toEqual({ asOf: "fffffffffffffff0", stock: newer });
  });

  test("ends with what the containers say, whichever came first", async () => {
    for (let round = 0; round < 10; round += 1) {
      const isEmpty = round % 2 === 0;
      const stockedOn = isEmpty ? null : new Date();
      await Promise.all([
        gateway.stores.containers.updateOne({ machine: machine._id, channel: 2 }, { $set: { isEmpty, stockedOn } }),
        rebuild(admin),
        rebuild(admin),
      ]);
      const containers = isEmpty ? ["1", "3"] : ["1", "2", "3"];
      await eventually(async () => expect((await held(machine._id))?.stock.containers).toEqual(containers));
    }
    expect(await differing()).toEqual([]);
  });
});

test("2,000 machines are compared by some reads for every hundred of them", async () => {
  const many = Array.from({ length: 2_000 }, () => aMachine());
  await gateway.stores.machines.insertMany(many);
  await gateway.stores.containers.insertMany(many.map((one) => aContainer(one, 1)));
  const { inventory, redisStock } = createStock(gateway.parts);
  const reads = { brands: 0, namedLocks: 0, stocked: 0, readMany: 0 };
  const counting =
    <Args extends unknown[], Result>(name: keyof typeof reads, read: (...args: Args) => Result) =>
    (...args: Args): Result => {
      reads[name] += 1;
      return read(...args);
    };
  const counted = createComparedStock({
    ...gateway.parts,
    inventory: {
      ...inventory,
      brands: counting("brands", inventory.brands),
      namedLocks: counting("namedLocks", inventory.namedLocks),
      stocked: counting("stocked", inventory.stocked),
    },
    redisStock: { ...redisStock, readMany: counting("readMany", redisStock.readMany) },
  });

  expect((await counted.compare("all")).machines).toEqual([]);

  // 2,003 machines; a transaction that MongoDB has repeated reads once more.
  expect(reads.readMany).toBe(21);
  for (const times of [reads.brands, reads.namedLocks, reads.stocked]) {
    expect(times).toBeGreaterThanOrEqual(21);
    expect(times).toBeLessThan(42);
  }
});
