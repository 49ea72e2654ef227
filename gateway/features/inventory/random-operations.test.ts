import fc from "fast-check";
import type { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import type { RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument, ProfileDocument } from "#shared/products/goods.document.server.ts";
import { aBrandEntry, aContainer, aMachine, aProduct } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct, addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { createReservations, type ReservedContainer } from "../containers/reservations.ts";
import { createStock } from "./stock.ts";

/** `RUNS=50 npx vitest run gateway/features/inventory/random-operations.test.ts` looks further. */
const numRuns = Number(process.env.RUNS ?? 3);
const atOnce = 8;
const patience = { timeout: 30_000, interval: 50 };

let products: ProductDocument[];
let profile: ProfileDocument;
const gateway = setUpGateway({ limits: { reservationSweepEveryMs: 50 } });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  products = await Promise.all([1, 2, 3].map(() => addProduct(gateway.parts)));
  profile = await addProfile(gateway.parts, { brands: products.map((one, index) => aBrandEntry(one, index + 1)) });
});

const plant = async (): Promise<ObjectId[]> => {
  const machines = [1, 2].map(() => aMachine({ profile: profile._id }));
  await gateway.stores.machines.insertMany(machines);
  const channels = [1, 2, 3, 4];
  await gateway.stores.containers.insertMany(
    machines.flatMap((one) => channels.map((channel) => aContainer(one, channel))),
  );
  return machines.map(({ _id }) => _id);
};

const action = fc.constantFrom(
  ...(["stock", "stock", "stock", "stock", "choose", "choose", "choose", "buy", "buy", "buy", "release"] as const),
  ...(["empty", "work", "repair", "hold", "relabel", "delete", "add", "sell", "rename"] as const),
);
/** What operators and customers do, at random; what the rules refuse is part of it. `at` chooses a container. */
const operation = fc.record({
  action,
  at: fc.nat(9_999),
  product: fc.constantFrom(0, 1, 2),
  yes: fc.boolean(),
  number: fc.integer({ min: 100, max: 999 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

const does = (reserved: ReservedContainer[]) => {
  const { reserve, release } = createReservations(gateway.parts);
  return async (c: ContainerDocument, { action, product, yes, number }: Operation): Promise<unknown> => {
    const named = { id: `${c._id}`, vendingMachine: `${c.machine}` };
    const put = (body: object) => operator.put(`/containers?id=${c._id}`, body);
    const { _id: chosen } = products[product] ?? aProduct();
    const actions: Record<Operation["action"], () => Promise<unknown>> = {
      stock: () => operator.post("/containers/add-stock", named),
      empty: () => operator.post("/containers/remove-stock", named),
      choose: () => put({ product: `${chosen}`, _id: `${c._id}`, prevProduct: c.product && `${c.product}` }),
      buy: async () => {
        const input = { machine: c.machine, product: chosen, until: Date.now() + number };
        const got = await reserve(input).catch(() => null);
        if (got) reserved.push(got);
      },
      release: async () => {
        const mine = reserved.shift();
        if (mine) await release(mine);
      },
      work: () => put({ isWorking: yes }),
      repair: () => put({ isWorking: true }),
      hold: () => put({ isReserved: yes }),
      relabel: () => put({ container_id: String(number) }),
      delete: () => operator.delete("/containers", { vendingMachine: `${c.machine}`, container: `${c._id}` }),
      add: () => operator.post("/containers", { vendingMachine: `${c.machine}`, containers: 1 }),
      sell: () => operator.put(`/vending-machines/${c.machine}`, { active: yes || number > 500 }),
      rename: () => operator.put(`/products/${chosen}`, { brand: `Brand ${number}` }),
    };
    return actions[action]();
  };
};

/** Computed anew and by hand from the database. */
const byHand = async (machine: ObjectId): Promise<RedisStock> => {
  const found = await gateway.stores.machines.findOne({ _id: machine });
  const stock: RedisStock = { available: {}, reserved: [], containers: [] };
  if (!found?.active) return stock;
  const brands = new Map((await gateway.stores.products.find().toArray()).map(({ _id, brand }) => [`${_id}`, brand]));
  for (const c of await gateway.stores.containers.find({ machine }).sort({ channel: 1 }).toArray()) {
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

const redisAgrees = async (machine: ObjectId): Promise<void> => {
  const { redisStock, reader } = createStock(gateway.parts);
  await eventually(async () => {
    // Nothing may be about to lapse while it is compared.
    expect(await gateway.stores.containers.countDocuments({ reservedUntil: { $ne: null } })).toBe(0);
    const held = await redisStock.read(`${machine}`);
    expect(held?.stock).toEqual(await byHand(machine));
    const { stocks } = await reader.compute([machine]);
    expect(stocks[0]?.redisStock).toEqual(held?.stock);
    const { texts } = await reader.computeTexts([machine]);
    expect(JSON.parse(texts.get(`${machine}`) ?? "null")).toEqual(held?.stock);
  }, patience);
};

test(
  "after any operations Redis agrees with the database",
  async () => {
    const operations = fc.array(operation, { minLength: 60, maxLength: 160, size: "max" });
    const agrees = fc.asyncProperty(operations, async (planned) => {
      const machines = await plant();
      const act = does([]);
      const [first] = await gateway.stores.containers.find({ machine: { $in: machines } }).toArray();
      // These are sure, whatever the dice say.
      for (const sure of ["choose", "stock", "empty"] as const)
        if (first) await act(first, { action: sure, at: 0, product: 0, yes: true, number: 100 });
      for (let done = 0; done < planned.length; done += atOnce) {
        const present = await gateway.stores.containers.find({ machine: { $in: machines } }).toArray();
        const answers = await Promise.all(
          planned.slice(done, done + atOnce).map((one) => {
            const container = present[one.at % Math.max(1, present.length)];
            return container ? act(container, one) : undefined;
          }),
        );
        for (const answer of answers)
          expect((answer as { status?: number } | undefined)?.status ?? 0).toBeLessThan(500);
      }
      for (const machine of machines) await redisAgrees(machine);
    });
    await fc.assert(agrees, { numRuns, interruptAfterTimeLimit: 60_000 + numRuns * 20_000 });

    const kinds = await gateway.stores.audit.distinct("verb");
    // Which of the rarer ones the dice allow differs from run to run.
    expect(kinds).toEqual(expect.arrayContaining(["container.stocked", "container.emptied"]));
  },
  90_000 + numRuns * 20_000,
);
