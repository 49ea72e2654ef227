import type { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { ContainerDocument, ProductDocument } from "#shared/runtime/documents.ts";
import { aBrandEntry, aContainer } from "#shared/runtime/testing/stored-records.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct, addProfile } from "../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { createReservations, type ReservedContainer } from "../containers/reservations.ts";
import { createStock } from "./stock.ts";

const operations = 1_000;
const atOnce = 8;
const patience = { timeout: 30_000, interval: 50 };
const seed = Math.floor(Math.random() * 2 ** 31);

/** The same numbers for the same seed (mulberry32). */
let state = seed;
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const oneOf = <T>(all: T[]): T => {
  const found = all[Math.floor(random() * all.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
};
const flip = () => random() < 0.5;

let gateway: GatewayUnderTest;
let operator: SignedInOperator;
let products: ProductDocument[];
let machines: ObjectId[];
beforeAll(async () => {
  gateway = await startGatewayUnderTest({ limits: { reservationSweepEveryMs: 50 } });
  operator = await signedInAt(gateway);
  products = await Promise.all([1, 2, 3].map(() => addProduct(gateway.parts)));
  const profile = await addProfile(gateway.parts, {
    brands: products.map((one, index) => aBrandEntry(one, index + 1)),
  });
  machines = (await Promise.all([1, 2, 3].map(() => addMachine(gateway.parts, { profile: profile._id })))).map(
    ({ _id }) => _id,
  );
  await stores().containers.insertMany(
    machines.flatMap((_id) => [1, 2, 3, 4, 5, 6, 7, 8].map((channel) => aContainer({ _id }, channel))),
  );
});
afterAll(() => gateway?.stop());

const stores = () => gateway.parts.mongo.collections;

/** What operators and customers do, at random; what the rules refuse is part of it. */
const deeds = (reserved: ReservedContainer[]): ((c: ContainerDocument) => Promise<unknown>)[] => {
  const { reserve, release } = createReservations(gateway.parts);
  const named = (c: ContainerDocument) => ({ id: `${c._id}`, vendingMachine: `${c.machine}` });
  const put = (c: ContainerDocument, body: object) => operator.put(`/containers?id=${c._id}`, body);
  const stock = (c: ContainerDocument) => operator.post("/containers/add-stock", named(c));
  const choose = (c: ContainerDocument) =>
    put(c, { product: `${oneOf(products)._id}`, _id: `${c._id}`, prevProduct: c.product && `${c.product}` });
  const buy = async (c: ContainerDocument) => {
    const until = Date.now() + Math.floor(random() * 2_000);
    const wish = { machine: c.machine, product: oneOf(products)._id, until };
    const got = await reserve(wish).catch(() => null);
    if (got) reserved.push(got);
  };
  return [
    ...[stock, stock, stock, stock, choose, choose, choose, buy, buy, buy],
    (c) => operator.post("/containers/remove-stock", named(c)),
    (c) => put(c, { isWorking: flip() }),
    (c) => put(c, { isWorking: true }),
    (c) => put(c, { isReserved: flip() }),
    (c) => put(c, { container_id: String(Math.floor(random() * 900) + 100) }),
    (c) => operator.delete("/containers", { vendingMachine: `${c.machine}`, container: `${c._id}` }),
    (c) => operator.post("/containers", { vendingMachine: `${c.machine}`, containers: 1 }),
    (c) => operator.put(`/vending-machines/${c.machine}`, { active: random() < 0.7 }),
    () => operator.put(`/products/${oneOf(products)._id}`, { brand: `Brand ${Math.floor(random() * 1e9)}` }),
    async () => {
      const mine = reserved.shift();
      if (mine) await release(mine);
    },
  ];
};

/** Told anew and by hand from what the database holds. */
const byHand = async (machine: ObjectId): Promise<RedisStock> => {
  const found = await stores().machines.findOne({ _id: machine });
  const stock: RedisStock = { available: {}, reserved: [], containers: [] };
  if (!found?.active) return stock;
  const brands = new Map((await stores().products.find().toArray()).map(({ _id, brand }) => [`${_id}`, brand]));
  for (const c of await stores().containers.find({ machine }).sort({ channel: 1 }).toArray()) {
    if (!c.isWorking || c.isEmpty || !c.product) continue;
    const brand = brands.get(`${c.product}`) ?? "";
    if (c.isReserved) {
      stock.reserved.push({ productId: `${c.product}`, brand, time: c.reservedAt?.toISOString() ?? "" });
    } else {
      stock.available[brand] = (stock.available[brand] ?? 0) + 1;
      stock.containers.push(c.label);
    }
  }
  return stock;
};

test(`after ${operations} random operations Redis holds what the database says (seed ${seed})`, async () => {
  const { redisStock, reader } = createStock(gateway.parts);
  const reserved: ReservedContainer[] = [];
  const all = deeds(reserved);
  const refusals = new Set<number>();

  for (let done = 0; done < operations; done += atOnce) {
    const present = await stores().containers.find().toArray();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => oneOf(all)(oneOf(present))));
    for (const answer of answers) {
      const status = (answer as { status?: number } | undefined)?.status;
      if (status !== undefined) refusals.add(status);
    }
  }
  expect([...refusals].filter((status) => status >= 500)).toEqual([]);

  for (const machine of machines) {
    await vi.waitFor(async () => {
      // Nothing may be about to lapse while it is compared.
      expect(await stores().containers.countDocuments({ reservedUntil: { $ne: null } })).toBe(0);
      const held = await redisStock.read(`${machine}`);
      expect(held?.stock).toEqual(await byHand(machine));
      const { stocks } = await reader.compute([machine]);
      expect(stocks[0]?.redisStock).toEqual(held?.stock);
    }, patience);
  }
  const kinds = await stores().audit.distinct("verb");
  expect(kinds).toEqual(expect.arrayContaining(["container.stocked", "container.emptied", "container.reserved"]));
}, 180_000);
