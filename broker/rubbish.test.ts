import fc from "fast-check";
import mqtt, { type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpBroker } from "./testing/broker-under-test.ts";

import { bytes, rubbish, sendRubbish } from "./testing/rubbish.ts";

let honest = 0;
/** The shortest form that is known by then is reported. */
const interruptAfterTimeLimit = 40_000;
const app = setUpBroker();

const stillStands = async () => {
  honest += 1;
  const id = `CU-honest-${honest}`;
  const unit = await app.unit(id);
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
  const order = {
    serialNumber: "CU-1",
    connect: () => app.unit("CU-1"),
    dealtWith: () => reasons.reduce((sum, reason) => sum + app.counters.droppedMessages.of(reason), app.said.length),
  };
  const nothingIsSaid = fc.asyncProperty(rubbish, async (said) => {
    const before = app.said.length;
    await sendRubbish(said, order);
    expect(app.said.slice(before)).toEqual([]);
  });
  await fc.assert(nothingIsSaid, { numRuns: 20, interruptAfterTimeLimit });
  await stillStands();
});

const packet = (of: Packet) => fc.constant(mqtt.generate(of));
const numbered = (cmd: "pubrel" | "pubrec" | "puback") =>
  fc.integer({ min: 1, max: 100 }).map((messageId) => mqtt.generate({ cmd, messageId }));
const outOfOrder: fc.Arbitrary<Buffer> = fc.oneof(
  bytes(300),
  fc.nat(15).map((kind) => Buffer.from([kind << 4, 0])),
  fc.tuple(fc.nat(255), fc.nat(127), bytes(128)).map(([head, length, rest]) => Buffer.from([head, length, ...rest])),
  ...(["pubrel", "pubrec", "puback"] as const).map(numbered),
  packet({ cmd: "unsubscribe", messageId: 3, unsubscriptions: ["vm/v1/CU-1/down/#", "never/had"] }),
  packet({ cmd: "subscribe", messageId: 4, subscriptions: [{ topic: "a/".repeat(200), qos: 1 }] }),
  packet({ cmd: "connect", clientId: "again", protocolId: "MQTT", protocolVersion: 4, clean: true }),
);

test("random bytes and packets out of order end a connection, never the broker", async () => {
  const written = fc.array(outOfOrder, { maxLength: 10, size: "max" });
  const brokerStands = fc.asyncProperty(written, fc.boolean(), async (said, signedIn) => {
    const unit = signedIn ? await app.unit("CU-1") : await app.open();
    for (const one of said) if (!unit.isClosed()) unit.socket.write(one);
    await new Promise((resolve) => setImmediate(resolve));
    unit.leave();
    await stillStands();
  });
  await fc.assert(brokerStands, { numRuns: 300, interruptAfterTimeLimit });
});
