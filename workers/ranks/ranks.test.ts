import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { rankedOrders } from "#shared/runtime/ranks/ranked-lists.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { openDatabase, type TestDatabase } from "../../migrations/testing/test-databases.ts";
import { createRanks } from "./ranks.ts";

let mongo: TestDatabase;
beforeAll(async () => {
  mongo = await openDatabase(inject("mongodbUri"));
});
afterAll(() => mongo?.giveBack());

const addOrders = async (): Promise<void> => {
  const [user, machine] = [aUser({ role: "customer" }), aMachine()];
  const begun = Date.now() - 86_400_000;
  await mongo.collections.orders.insertMany(
    Array.from({ length: 50 }, (_, n) => anOrder(user, machine, { time: new Date(begun + n * 1_000) })),
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
