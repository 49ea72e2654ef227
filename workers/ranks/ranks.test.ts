import { MongoNetworkTimeoutError } from "mongodb";
import { expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { rankedOrders } from "#shared/runtime/ranks/ranked-lists.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { createRanks } from "./ranks.ts";

const mongo = setUpDatabase();

const addOrders = async (many = 50): Promise<void> => {
  const [user, machine] = [aUser({ role: "customer" }), aMachine()];
  const begun = Date.now() - 86_400_000;
  await mongo.collections.orders.insertMany(
    Array.from({ length: many }, (_, n) => anOrder(user, machine, { time: new Date(begun + n * 1_000) })),
  );
};

test("who asks while others are being ranked has ranked what stood there then, though they were past it", async () => {
  let asked: Promise<void> | null = null;
  let isFirst = true;
  const later = { ...rankedOrders, name: "later" };
  const ranks = createRanks({
    mongo: {
      ...mongo,
      // Asked once for each list, before it is walked along.
      serverTime: async () => {
        if (!isFirst && !asked) {
          await addOrders();
          asked = ranks.build();
        }
        isFirst = false;
        return mongo.serverTime();
      },
    },
    log: createLogger("workers", "silent"),
    lists: [rankedOrders, later],
  });

  await ranks.build();
  await asked;

  const scopes = await mongo.collections.rankAnchors.distinct("scope");
  expect(scopes).toEqual(expect.arrayContaining(["later", "orders"]));
});

test("a walk along many rows that is not answered in its middle goes on from there, and counts no row twice", async () => {
  await addOrders(5_000);
  const rows = await mongo.collections.orders.countDocuments();
  const { rankAnchors } = mongo.collections;
  let writes = 0;
  const bulkWrite: typeof rankAnchors.bulkWrite = async (...write) => {
    writes += 1;
    if (writes === 4) throw new MongoNetworkTimeoutError("no answer");
    return rankAnchors.bulkWrite(...write);
  };
  const unanswered = new Proxy(rankAnchors, {
    get: (target, name) => {
      const found = name === "bulkWrite" ? bulkWrite : Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const stores = { ...mongo, collections: { ...mongo.collections, rankAnchors: unanswered } };
  const { moving: _, ...still } = rankedOrders;
  const list = { ...still, name: "walked" };
  const log = createLogger("workers", "silent");
  const rebuild = (of: typeof stores) => createRanks({ mongo: of, log, lists: [list] }).rebuild();

  await rebuild(stores);

  const anchors = () =>
    rankAnchors
      .find({ scope: /^walked/ }, { projection: { _id: 0 } })
      .sort({ scope: 1, k: 1 })
      .toArray();
  const found = await anchors();
  // Two writes for each of three steps, and the step whose second one failed once more.
  expect(writes).toBe(8);
  expect(found.filter(({ scope }) => scope === "walked").at(-1)?.k).toBe(Math.floor(rows / 50));
  await rankAnchors.deleteMany({ scope: /^walked/ });
  await rebuild({ ...mongo });
  expect(found).toEqual(await anchors());
});
