import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { defaultLimits } from "../limits.ts";
import type { ChangeFeed } from "../parts.ts";
import { createKnownMachines } from "./known-machines.ts";
import { createNumbers } from "./known-records.ts";

const log = createLogger("gateway", "silent");
const stores = setUp(async () => {
  const mongo = await openDatabase(inject("mongodbUri"));
  const connections = [0, 1].map(() => connectRedis(inject("redisUrl"), "patient", log));
  const [redis, subscriber] = connections;
  if (!redis || !subscriber) throw new Error("two were opened");
  const keys = createRedisKeys(`k${randomBytes(6).toString("hex")}`);
  const stop = async () => {
    for (const connection of connections) connection.disconnect();
    await mongo.giveBack();
  };
  return { mongo, bus: createBus({ redis, subscriber, keys, log }), stop };
});

test("a heartbeat that comes while its machine is read again is not lost", async () => {
  const { mongo, bus } = stores;
  const machine = aMachine();
  const unit = aUnit(machine);
  await mongo.collections.machines.insertOne(machine);
  await mongo.collections.units.insertOne(unit);
  const { serialNumber } = unit;
  let changed: Parameters<ChangeFeed["on"]>[1] = () => undefined;
  const on = ((collection: string, listener: typeof changed) => {
    if (collection === "machines") changed = listener;
  }) as ChangeFeed["on"];
  const early = systemClock.now() - 50_000;
  const late = systemClock.now();
  let whileReading: () => void = () => undefined;
  const presence = {
    read: async () => {
      const found = new Map<string, Presence>([[serialNumber, { serialNumber, lastSeen: early, strength: null }]]);
      whileReading();
      return found;
    },
  };
  const feed = { on, onGap: () => undefined, position: () => null };
  const parts = { mongo, bus, clock: systemClock, limits: defaultLimits, feed, presence, numberOf: createNumbers() };
  const known = await createKnownMachines(parts);
  expect((await known.current()).byName).toMatchObject([{ serialNumber, lastSeen: early }]);

  whileReading = () => {
    whileReading = () => undefined;
    bus.notifyHere("presence.changed", { presences: [{ serialNumber, lastSeen: late, strength: -60 }] });
  };
  await changed({ id: machine._id, after: { ...machine, active: !machine.active } } as never);
  expect((await known.current()).byName).toMatchObject([{ serialNumber, lastSeen: late, strength: -60 }]);
});
