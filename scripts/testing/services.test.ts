import { MongoClient } from "mongodb";
import { expect, inject, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";

test("every test file gets the same two servers, ready for transactions and queues", async () => {
  const mongo = await new MongoClient(inject("mongodbUri")).connect();
  const redis = connectRedis(inject("redisUrl"), "fast", createLogger("test", "silent"));

  const hello = await mongo.db("admin").command({ hello: 1 });
  const policy = await redis.config("GET", "maxmemory-policy");

  expect(hello).toMatchObject({ setName: "rs0", isWritablePrimary: true });
  expect(policy).toEqual(["maxmemory-policy", "noeviction"]);
  await mongo.close();
  redis.disconnect();
});
