import mqtt from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upTopics } from "#shared/events/machine-topics.ts";
import { type BrokerUnderTest, startBroker } from "./testing/broker-under-test.ts";
import { type RawUnit, until } from "./testing/raw-unit.ts";

/** The same rubbish in every run: a small generator from a seed. */
const createRandom = (seed: number) => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const found = from.slice(below(from.length))[0];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  return { below, pick };
};
const random = createRandom(7);
const bytes = (max: number) => Buffer.from(Array.from({ length: random.below(max) }, () => random.below(256)));

const oddValues = [
  null,
  true,
  -1,
  0,
  1e308,
  "",
  "$where",
  "../..",
  [],
  {},
  { $gt: "" },
  "\u0000",
  "🥤",
  [[[]]],
] as const;
const fields = ["strength", "version", "uptime", "at", "containers", "full", "boot", "seq", "commandId", "$set", "_id"];
const oddObject = () =>
  Object.fromEntries(Array.from({ length: random.below(8) }, () => [random.pick(fields), random.pick(oddValues)]));
const oddPayload = (): Buffer | string =>
  random.pick<() => Buffer | string>([
    () => bytes(200),
    () => JSON.stringify(oddObject()),
    () => JSON.stringify(random.pick(oddValues)),
    () => "[".repeat(random.below(5_000)),
    () => JSON.stringify(oddObject()).slice(0, -1),
  ])();

let house: BrokerUnderTest;
beforeAll(async () => {
  house = await startBroker();
});
afterAll(() => house.stop());

const stillStands = async () => {
  const id = `CU-${random.below(1e9)}`;
  const unit = await house.unit(id);
  const at = "2026-03-01T06:30:00Z";
  unit.publish(`vm/v1/${id}/up/locks`, { containers: [], full: true, at, boot: "b", seq: 0 }, 1, 1);
  await until("the PUBACK of an honest unit", () => unit.acknowledged().includes(1));
  unit.leave();
};

test("10,000 random payloads on random topics: nothing of it reaches the desk, the broker stands", async () => {
  const names = [...Object.keys(upTopics), "unknown", "constructor", "__proto__", "a/b", ""];
  let unit: RawUnit | undefined;
  const reasons = [
    "unknown-topic",
    "wrong-login",
    "foreign-topic",
    "not-utf8",
    "not-json",
    "wrong-fields",
    "out-of-range",
  ];
  const dropped = () => reasons.reduce((sum, reason) => sum + house.counters.droppedMessages.of(reason), 0);
  for (let sent = 1; sent <= 10_000; sent += 1) {
    unit ??= await house.unit("CU-1");
    const isForeign = random.below(100) === 0;
    // Wildcards cannot even be written by the generator of packets.
    const topic = isForeign
      ? `x${bytes(60).toString("latin1").replaceAll(/[#+]/g, "")}`
      : `vm/v1/CU-1/up/${random.pick(names)}`;
    unit.publish(topic, oddPayload(), random.below(3) === 0 ? 0 : 1, (sent % 65_000) + 1);
    if (isForeign) {
      await unit.closed();
      unit = undefined;
    } else if (sent % 500 === 0) await until("what was sent is handled", () => dropped() === sent);
  }
  unit?.leave();

  expect(dropped()).toBe(10_000);
  expect(house.said).toEqual([]);
  await stillStands();
});

test("random bytes and packets out of order end a connection, never the broker", async () => {
  const kinds = [
    () => bytes(300),
    () => Buffer.from([random.below(16) << 4, 0]),
    () => Buffer.concat([Buffer.from([random.below(256), random.below(128)]), bytes(128)]),
    () => mqtt.generate({ cmd: "pubrel", messageId: 1 + random.below(100) }),
    () => mqtt.generate({ cmd: "pubrec", messageId: 1 + random.below(100) }),
    () => mqtt.generate({ cmd: "puback", messageId: 1 + random.below(100) }),
    () => mqtt.generate({ cmd: "unsubscribe", messageId: 3, unsubscriptions: ["vm/v1/CU-1/down/#", "never/had"] }),
    () => mqtt.generate({ cmd: "subscribe", messageId: 4, subscriptions: [{ topic: "a/".repeat(200), qos: 1 }] }),
    () => mqtt.generate({ cmd: "connect", clientId: "again", protocolId: "MQTT", protocolVersion: 4, clean: true }),
  ];
  for (let round = 0; round < 300; round += 1) {
    const unit = round % 2 === 0 ? await house.open() : await house.unit("CU-1");
    for (let i = 0; i < 10; i += 1)
      if (!unit.isClosed()) unit.socket.write(random.pick<() => Buffer | string>(kinds)());
    await new Promise((resolve) => setImmediate(resolve));
    unit.leave();
  }
  await stillStands();
});
