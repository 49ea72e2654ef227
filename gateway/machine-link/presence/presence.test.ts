import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import { createPresence } from "#shared/live-status/presence.server.ts";
import { connectRedis } from "#shared/runtime/redis.ts";
import { presenceKeysOf, removeLike } from "#shared/runtime/testing/redis-of-tests.ts";
import { until } from "#shared/testing/eventually.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, connectUnit, heartbeat, listen, sayAcknowledged, up } from "../testing/link-under-test.ts";

let published: Presence[];
let reloads: number;
const gateway = setUpGateway({ standingClock: true, limits: { sweepEveryMs: 20 } });
beforeAll(async () => {
  await gateway.parts.bus.on("presence.changed", ({ presences }) => {
    published.push(...presences);
  });
  await gateway.parts.bus.on("presence.reload", () => {
    reloads += 1;
  });
});
beforeEach(() => {
  published = [];
  reloads = 0;
});

const kept = keepUnits();
const connected = async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = kept(await connectUnit(gateway, login));
  return { unit, serialNumber: login.serialNumber, login };
};
const publishedOf = (serialNumber: string) => published.filter((presence) => presence.serialNumber === serialNumber);
const lastSeen = (serialNumber: string) => gateway.stores.lastSeen.findOne({ _id: serialNumber });
const linkOf = (serialNumber: string) => gateway.parts.redis.get(gateway.parts.keys.link(serialNumber));
const beat = (unit: RawUnit, serialNumber: string, strength: number | null = -67) =>
  unit.publish(up(serialNumber, "live"), { ...heartbeat, strength }, 0);

describe("a heartbeat", () => {
  test("is published at once with the gateway's time and the strength", async () => {
    const { unit, serialNumber } = await connected();
    beat(unit, serialNumber);
    await until("the news", () => publishedOf(serialNumber).length === 1);
    expect(publishedOf(serialNumber)).toEqual([
      { serialNumber, lastSeen: gateway.clock.now(), strength: -67, firmware: heartbeat.version },
    ]);
  });

  test("shows the machine online to an operator, and 75 s later offline, announced once", async () => {
    const operator = await signedInAt(gateway);
    const { unit, serialNumber } = await connected();
    const status = async () => {
      const { body } = await operator.get("/vending-machines/live-status");
      return body.liveStatus.find((row: { serialNumber: string }) => row.serialNumber === serialNumber)?.status;
    };
    expect(await status()).toBe("Unavailable");
    beat(unit, serialNumber);
    await until("the news", () => publishedOf(serialNumber).length === 1);
    expect(await status()).toBe("Online");

    gateway.clock.advance(75_000);
    expect(await status()).toBe("Online");
    gateway.clock.advance(1);

    await until("the silence is published", () => publishedOf(serialNumber).length === 2);
    expect(await status()).toBe("Offline");
    beat(unit, serialNumber);
    await until("its return", () => publishedOf(serialNumber).length === 3);
    expect(publishedOf(serialNumber)[1]?.lastSeen).toBe(publishedOf(serialNumber)[0]?.lastSeen);
    expect(await status()).toBe("Online");
  });

  test("counts, and so does any other accepted message; a dropped one does not", async () => {
    const { unit, serialNumber } = await connected();
    const locks = { containers: [], full: true, at, boot: "b1", seq: 1 };
    await sayAcknowledged(unit, up(serialNumber, "locks"), { ...locks, seq: -1 }, 1);
    await sayAcknowledged(unit, up(serialNumber, "live"), { ...heartbeat, strength: 1 }, 2);
    await sayAcknowledged(unit, up(serialNumber, "locks"), locks, 3);
    await until("the news", () => publishedOf(serialNumber).length > 0);
    expect(publishedOf(serialNumber)).toEqual([{ serialNumber, lastSeen: gateway.clock.now(), strength: null }]);
  });

  test("is remembered in the database once a minute, with the offset of the unit's clock", async () => {
    const { unit, serialNumber } = await connected();
    const first = gateway.clock.now();
    const historyOf = () =>
      gateway.stores.liveHistory.find({ "meta.unit": serialNumber }).sort({ receivedAt: 1 }).toArray();
    const sayLive = async (strength: number, offsetSeconds: number) => {
      const said = new Date(gateway.clock.now() + offsetSeconds * 1_000).toISOString();
      await sayAcknowledged(
        unit,
        up(serialNumber, "live"),
        { ...heartbeat, strength, at: said },
        1 + Math.abs(strength),
      );
    };

    await sayLive(-50, 120);
    await until("it is stored", () => lastSeen(serialNumber));
    gateway.clock.advance(25_000);
    await sayLive(-51, 120);
    gateway.clock.advance(25_000);
    await sayLive(-52, 120);
    gateway.clock.advance(25_000);
    await sayLive(-53, -5);

    await until("the second minute", async () => (await historyOf()).length === 2);
    await until("the newer time", async () => (await lastSeen(serialNumber))?.strength === -53);
    expect((await historyOf()).map(({ strength }) => strength)).toEqual([-50, -53]);
    expect(await lastSeen(serialNumber)).toMatchObject({
      lastSeen: new Date(first + 75_000),
      strength: -53,
      clockOffsetSeconds: -5,
    });
  });
});

test("what a heartbeat says of its unit is published, remembered and kept as one value", async () => {
  const { unit, serialNumber } = await connected();
  const telemetry = { strength: -67, temperature: 4.5, supply: 12.1, firmware: "9.9.2" };
  const { uptime } = heartbeat;
  await sayAcknowledged(unit, up(serialNumber, "live"), { ...telemetry, uptime, at: heartbeat.at }, 1);
  await until("its row", () => gateway.stores.liveHistory.findOne({ "meta.unit": serialNumber }));
  await until("it is remembered", () => lastSeen(serialNumber));

  expect(publishedOf(serialNumber)).toEqual([{ serialNumber, lastSeen: gateway.clock.now(), ...telemetry }]);
  expect(await lastSeen(serialNumber)).toMatchObject({ strength: -67, telemetry });
  const kept = { strength: -67, version: "9.9.2", telemetry };
  expect(await gateway.stores.liveHistory.findOne({ "meta.unit": serialNumber })).toMatchObject(kept);
  const { units: records } = gateway.stores;
  await until("the new version", async () => (await records.findOne({ serialNumber }))?.version === "9.9.2");
});

describe("the link of a unit", () => {
  test("names gateway and connection once it has subscribed, and goes with the connection", async () => {
    const { unit, serialNumber } = await connected();
    await sayAcknowledged(unit, up(serialNumber, "live"), heartbeat, 1);
    expect(await linkOf(serialNumber)).toBeNull();

    await listen(unit, serialNumber);
    const link = await until("the link", () => linkOf(serialNumber));
    expect(link).toMatch(new RegExp(`^${gateway.parts.gatewayId}:`));
    unit.leave();

    await until("it is gone", async () => (await linkOf(serialNumber)) === null);
  });

  test("is kept alive by every message", async () => {
    const { unit, serialNumber } = await connected();
    await listen(unit, serialNumber);
    await until("the link", () => linkOf(serialNumber));
    const key = gateway.parts.keys.link(serialNumber);
    await gateway.parts.redis.expire(key, 5);

    beat(unit, serialNumber);

    await until("it lives longer", async () => (await gateway.parts.redis.ttl(key)) > 60);
  });

  test("belongs to the newest connection, whatever the earlier one does", async () => {
    const { unit, serialNumber, login } = await connected();
    await listen(unit, serialNumber);
    const first = await until("the link", () => linkOf(serialNumber));
    const again = kept(await connectUnit(gateway, login));
    await listen(again, serialNumber);
    await unit.closed();
    const second = await until("another link", async () => {
      const link = await linkOf(serialNumber);
      return link && link !== first ? link : null;
    });
    beat(again, serialNumber);
    await until("the news", () => publishedOf(serialNumber).length === 1);
    expect(await linkOf(serialNumber)).toBe(second);
  });
});

test("the connection to Redis is lost: what was missed meanwhile is written and published again", async () => {
  const { unit, serialNumber } = await connected();
  await listen(unit, serialNumber);
  beat(unit, serialNumber);
  await until("the news", () => publishedOf(serialNumber).length === 1);
  const link = await until("the link", () => linkOf(serialNumber));
  const { redis, keys } = gateway.parts;
  const aside = connectRedis(gateway.config.REDIS_URL, "fast", gateway.parts.log);
  await aside.del(keys.link(serialNumber));
  await aside.zrem(presenceKeysOf({ keys }, serialNumber).online, serialNumber);

  redis.disconnect(true);

  await until("the link again", async () => (await aside.get(keys.link(serialNumber))) === link);
  await until("its presence again", () => aside.zscore(presenceKeysOf({ keys }, serialNumber).online, serialNumber));
  await until("it is published", () => publishedOf(serialNumber).length > 1);
  aside.disconnect();
});

test("Redis is emptied while running: presence and links are there again without a message", async () => {
  const { unit, serialNumber } = await connected();
  await listen(unit, serialNumber);
  beat(unit, serialNumber, -71);
  await until("the news", () => publishedOf(serialNumber).length === 1);
  const link = await until("the link", () => linkOf(serialNumber));
  const { redis, keys, clock, mongo, log } = gateway.parts;

  // Of all units: of one Redis, or of each bucket of a cluster.
  await removeLike(redis, `{${gateway.prefix}:p*}:*`);

  await until("the link again", async () => (await linkOf(serialNumber)) === link);
  await until("pages load again", () => reloads > 0);
  const own = connectRedis(gateway.config.REDIS_URL, "fast", log);
  const { collections } = mongo;
  const other = createPresence({
    redis: own,
    keys,
    clock,
    collections,
    log,
    silentAfterSeconds: 75,
    redisClock: clock,
  });
  const known = async () => (await other.read([serialNumber])).get(serialNumber);
  await until("its strength again", async () => (await known())?.strength === -71);
  expect(await known()).toEqual({ serialNumber, lastSeen: clock.now(), strength: -71, firmware: heartbeat.version });
  own.disconnect();
});
