import mqtt from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrokerUnderTest, startBroker } from "./testing/broker-under-test.ts";
import { until } from "./testing/raw-unit.ts";
import { createRandom, randomBytes, sendRubbish } from "./testing/rubbish.ts";

const random = createRandom(7);

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
  const reasons = [
    ...["unknown-topic", "wrong-login", "foreign-topic"],
    ...["not-utf8", "not-json", "wrong-fields", "out-of-range"],
  ];
  await sendRubbish({
    random,
    count: 10_000,
    serialNumber: "CU-1",
    connect: () => house.unit("CU-1"),
    dropped: () => reasons.reduce((sum, reason) => sum + house.counters.droppedMessages.of(reason), 0),
  });

  expect(house.said).toEqual([]);
  await stillStands();
});

test("random bytes and packets out of order end a connection, never the broker", async () => {
  const kinds = [
    () => randomBytes(random, 300),
    () => Buffer.from([random.below(16) << 4, 0]),
    () => Buffer.concat([Buffer.from([random.below(256), random.below(128)]), randomBytes(random, 128)]),
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
