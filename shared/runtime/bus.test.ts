import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { createBus } from "./bus.ts";
import { createLogger } from "./logger.ts";
import { connectRedis, connectSubscriber } from "./redis.ts";
import { asCluster } from "./redis-cluster.ts";
import { keysOfTests } from "./testing/redis-of-tests.ts";

const log = createLogger("gateway", "silent");
let redis: Redis;
let subscriber: Redis;
beforeEach(() => {
  redis = connectRedis(inject("redisUrl"), "fast", log);
  subscriber = connectSubscriber(inject("redisUrl"), log);
});
afterEach(() => {
  for (const connection of [redis, subscriber]) connection.disconnect();
});

test("listeners are notified each time that signals may have been missed, and receive the next one", async () => {
  const bus = createBus({ redis, subscriber, keys: keysOfTests(`b${randomBytes(6).toString("hex")}`), log });
  const heard: string[] = [];
  let again = 0;
  bus.onAgain(() => {
    again += 1;
  });
  await bus.on("command.ready", ({ commandId }) => {
    heard.push(commandId);
  });
  await bus.publish("command.ready", { commandId: "first" });
  await eventually(() => expect(heard).toEqual(["first"]));
  expect(again).toBe(0);

  for (const times of [1, 2]) {
    subscriber.disconnect(true);
    await eventually(() => expect(again).toBe(times));
  }
  await eventually(async () => {
    await bus.publish("command.ready", { commandId: "later" });
    expect(heard).toContain("later");
  });
  expect(again).toBe(2);
});

test("a listener hears only while somebody needs it, and leaves the others of its channel alone", async () => {
  const keys = keysOfTests(`b${randomBytes(6).toString("hex")}`);
  const bus = createBus({ redis, subscriber, keys, log });
  const heard: string[] = [];
  const now = bus.listen("command.ready", ({ commandId }) => void heard.push(`now ${commandId}`));
  const countOf = async (node: Redis) => Number((await node.pubsub("NUMSUB", keys.channel("command.ready")))[1]);
  const subscribers = async () => {
    const counts = await Promise.all((asCluster(redis)?.nodes("all") ?? [redis]).map(countOf));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  // Publishing in a cluster counts those of one node.
  const once = keys.isCluster ? expect.any(Number) : 1;
  expect(await bus.publish("command.ready", { commandId: "before" })).toBe(0);

  await now.take();
  await now.take();
  expect(await bus.publish("command.ready", { commandId: "taken" })).toEqual(once);
  now.release();
  expect(await bus.publish("command.ready", { commandId: "still" })).toEqual(once);
  await eventually(() => expect(heard).toEqual(["now taken", "now still"]));
  now.release();
  await eventually(async () => expect(await subscribers()).toBe(0));

  await bus.on("command.ready", ({ commandId }) => void heard.push(`always ${commandId}`));
  await now.take();
  now.release();
  await bus.publish("command.ready", { commandId: "after" });
  await eventually(() => expect(heard).toEqual(["now taken", "now still", "always after"]));
  await now.take();
  await bus.publish("command.ready", { commandId: "again" });
  await eventually(() => expect(heard.slice(-2)).toEqual(["always again", "now again"]));
});

// A user of one Redis; those of a cluster stand at each node.
test.skipIf(keysOfTests("b").isCluster)(
  "a subscription that Redis refuses stands once it is allowed, also one that stood before",
  async () => {
    const keys = keysOfTests(`b${randomBytes(6).toString("hex")}`);
    const user = keys.channel("presence.reload").split(":")[0] ?? "";
    const url = new URL(inject("redisUrl"));
    await redis.call("ACL", "SETUSER", user, "on", "nopass", "~*", "+@all", "resetchannels");
    Object.assign(url, { username: user, password: "any" });
    const refused = connectSubscriber(url.href, log);
    const bus = createBus({ redis, subscriber: refused, keys, log });
    const heard: string[] = [];
    let again = 0;
    bus.onAgain(() => {
      again += 1;
    });
    const allow = (channels: string) => redis.call("ACL", "SETUSER", user, "resetchannels", channels);
    const hears = (commandId: string) =>
      eventually(async () => {
        await bus.publish("command.ready", { commandId });
        expect(heard).toContain(commandId);
      });
    try {
      const taken = bus.listen("command.ready", ({ commandId }) => void heard.push(commandId)).take();
      await eventually(() => expect(bus.answers()).rejects.toThrow("refused"));
      await allow("allchannels");
      await taken;
      await hears("first");
      expect(again).toBe(0);
      await bus.answers();

      // Redis ends the connection of a user who loses a channel.
      await allow("&none");
      await eventually(() => expect(bus.answers()).rejects.toThrow("refused"));
      await allow("allchannels");
      await hears("second");
      expect(again).toBe(1);
      await bus.answers();
    } finally {
      refused.disconnect();
      await redis.call("ACL", "DELUSER", user);
    }
  },
);
