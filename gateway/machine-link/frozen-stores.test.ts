import { afterEach, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startPrivateServices } from "../../scripts/testing/private-services.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { keepUnits } from "./testing/kept-units.ts";
import { at, connectUnit, heartbeat, listen, sayAcknowledged, up } from "./testing/link-under-test.ts";

const kept = keepUnits();
const stores = setUp(startPrivateServices);
const gateway = setUpGateway({ stores, limits: { sweepEveryMs: 200 } });

afterEach(() => stores.thaw());

const registered = async () => addUnit(gateway.parts, await addMachine(gateway.parts));
const connected = async (login: { serialNumber: string; secret: string }) => kept(await connectUnit(gateway, login));
const locks = (seq: number, isLocked: boolean) => ({
  containers: [{ channel: 1, isLocked }],
  full: false,
  at,
  boot: "b1",
  seq,
});
const door = (serialNumber: string) => gateway.stores.doors.findOne({ serialNumber });
/** A unit that keeps its message until the PUBACK, as the protocol requires. */
const sayUntilAcknowledged = async (login: { serialNumber: string; secret: string }, message: object) => {
  await until(
    "the PUBACK at last",
    async () => {
      const unit = await connectUnit(gateway, login).catch(() => null);
      if (!unit) return false;
      kept(unit);
      unit.publish(up(login.serialNumber, "locks"), message, 1, 2);
      await until("an answer", () => unit.isClosed() || unit.acknowledged().includes(2));
      return unit.acknowledged().includes(2);
    },
    60_000,
  );
};

test("a lock message while both stores are frozen is not acknowledged unless it is stored", async () => {
  const login = await registered();
  const { serialNumber } = login;
  const unit = await connected(login);
  await sayAcknowledged(unit, up(serialNumber, "locks"), locks(1, true), 1);

  await Promise.all([stores.freeze("mongo"), stores.freeze("redis")]);
  unit.publish(up(serialNumber, "locks"), locks(2, false), 1, 2);
  await unit.closed();
  expect(unit.acknowledged()).toEqual([1]);
  stores.thaw();

  await sayUntilAcknowledged(login, locks(2, false));
  expect(await door(serialNumber)).toMatchObject({ isLocked: false, seq: 2 });
  expect(await gateway.stores.doors.countDocuments({ serialNumber })).toBe(1);
});

test("with Redis frozen a lock message is stored and acknowledged all the same", async () => {
  const login = await registered();
  const unit = await connected(login);
  await stores.freeze("redis");

  await sayAcknowledged(unit, up(login.serialNumber, "locks"), locks(1, true), 1);

  expect(await door(login.serialNumber)).toMatchObject({ isLocked: true });
  stores.thaw();
});

test("heartbeats while Redis is frozen cost no memory, and the last one counts when it is back", async () => {
  const login = await registered();
  const { serialNumber } = login;
  const unit = await connected(login);
  await listen(unit, serialNumber);
  await sayAcknowledged(unit, up(serialNumber, "live"), heartbeat, 1);
  const { redis } = gateway.parts;
  const waiting = () => (redis as unknown as { commandQueue: { length: number } }).commandQueue.length;
  await stores.freeze("redis");
  const before = waiting();

  for (let i = 2; i <= 1_000; i += 1)
    await sayAcknowledged(unit, up(serialNumber, "live"), { ...heartbeat, strength: -(i % 100) }, i);

  // One write of heartbeats, one sweep, and the polls that run once a second.
  expect(waiting() - before).toBeLessThan(20);
  stores.thaw();
  const said = async () => JSON.parse((await redis.hget(gateway.parts.keys.telemetry, serialNumber)) ?? "{}");
  await until("the last one", async () => (await said()).strength === 0);
});

test("Redis restarts empty: links and presence of connected units come back without a message", async () => {
  const login = await registered();
  const { serialNumber } = login;
  const unit = await connected(login);
  await listen(unit, serialNumber);
  await sayAcknowledged(unit, up(serialNumber, "live"), heartbeat, 1);
  const { redis, keys } = gateway.parts;
  const link = await until("the link", () => redis.get(keys.link(serialNumber)));

  await redis.flushall();

  await until("the link again", async () => (await redis.get(keys.link(serialNumber))) === link);
  await until("its presence again", () => redis.zscore(keys.online, serialNumber));
  expect(unit.isClosed()).toBe(false);
});
