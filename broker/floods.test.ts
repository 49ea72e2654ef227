import mqtt, { type Packet } from "mqtt-packet";
import { afterEach, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { type BrokerUnderTest, generous, startBroker } from "./testing/broker-under-test.ts";
import type { RawUnit } from "./testing/raw-unit.ts";

let app: BrokerUnderTest;
const start = async (visitors: Partial<typeof generous.visitors>, rest: Partial<typeof generous> = {}) => {
  app = await startBroker({ limits: { ...rest, visitors: { ...generous.visitors, ...visitors } } });
  return app;
};
afterEach(() => app.stop());

const rare = (burst: number) => ({ burst, perSecond: 0.001 });
const bytesOf = (packet: Packet, times: number) =>
  Buffer.concat(Array.from({ length: times }, () => mqtt.generate(packet)));
const subscribe: Packet = {
  cmd: "subscribe",
  messageId: 2,
  subscriptions: [{ topic: "vm/v1/CU-1/down/credentials", qos: 1 }],
};

test.each<[string, Packet]>([
  ["SUBSCRIBE", subscribe],
  ["UNSUBSCRIBE", { cmd: "unsubscribe", messageId: 2, unsubscriptions: ["vm/v1/CU-1/down/credentials"] }],
  ["PUBLISH", { cmd: "publish", topic: "vm/v1/CU-1/up/live", payload: "{}", qos: 0, dup: false, retain: false }],
  ["PUBACK", { cmd: "puback", messageId: 7 }],
  ["PUBREC", { cmd: "pubrec", messageId: 7 }],
  ["PUBREL", { cmd: "pubrel", messageId: 7 }],
  ["PUBCOMP", { cmd: "pubcomp", messageId: 7 }],
  ["PINGREQ", { cmd: "pingreq" }],
])("a flood of %s ends its connection, others go on", async (_, packet) => {
  await start({ unit: rare(500), stranger: rare(200) });
  for (const mad of [await app.unit("CU-1"), await app.provisioned("CU-1")]) {
    const before = app.counters.refusedConnections.of("flood");
    mad.socket.write(bytesOf(packet, 600));
    await mad.closed();
    expect(app.counters.refusedConnections.of("flood")).toBe(before + 1);
  }
  const calm = await app.unit("CU-C");
  calm.send({ cmd: "pingreq" });
  await until("its ping's answer", () => calm.packets("pingresp").length === 1);
});

test("4,000 SUBSCRIBEs with the provisioning key: those that cost too much are not even looked at", async () => {
  await start({ stranger: rare(200) });
  const mad = await app.provisioned("CU-1");
  mad.socket.write(bytesOf(subscribe, 4_000));
  await mad.closed();
  expect(app.events.filter((event) => event.startsWith("subscribed")).length).toBeLessThanOrEqual(18);
  expect(app.noted).toEqual(["flood 127.0.0.1"]);
});

test("one SUBSCRIBE with thousands of topics costs as many as it is long", async () => {
  await start({ unit: rare(500) });
  const unit = await app.unit("CU-1");
  unit.subscribe(Array.from({ length: 4_000 }, (_, i) => `t/${i}`));
  await unit.closed();
  expect(app.counters.droppedMessages.of("subscription")).toBe(0);
  expect(app.counters.refusedConnections.of("flood")).toBe(1);
});

test("half a packet that comes byte by byte is paid for, before the sign-in, too", async () => {
  await start({ stranger: rare(40) });
  const slow = await app.open();
  slow.socket.write(Buffer.from([0x10, 100]));
  let sent = 0;
  while (!slow.isClosed() && sent < 200) {
    slow.socket.write(Buffer.from([0]));
    sent += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Bytes may arrive together, so there may be fewer reads.
  if (!slow.isClosed()) slow.leave();
  else expect(app.counters.refusedConnections.of("flood")).toBe(1);
});

test("units of one address sign in however much strangers there have spent; these must come again", async () => {
  const claims: { serialNumber: string; isCrowded: boolean }[] = [];
  app = await startBroker({
    limits: { visitors: { ...generous.visitors, strangersPerAddress: rare(150) } },
    desk: {
      admit: async ({ serialNumber, password, isCrowded }) => {
        claims.push({ serialNumber, isCrowded });
        if (password === "secret") return { login: "unit", credential: "c", connectionNumber: 0 };
        return isCrowded ? "later" : null;
      },
    },
  });
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < 12; i += 1) {
    const stranger = await app.open();
    stranger.connect({ id: `CU-S${i}`, password: "guess" });
    answers.push(await stranger.answer());
    await stranger.closed();
  }
  expect(answers).toEqual([5, 5, 5, 5, 5, 5, 5, 3, 3, 3, 3, 3]);
  for (let i = 0; i < 20; i += 1) await app.unit(`CU-${i}`);
  expect(claims.filter(({ isCrowded }) => !isCrowded)).toHaveLength(7);
});

test("sockets beyond so many of one address are closed before they are read", async () => {
  await start({}, { connectionsPerAddress: 3 });
  const units = [await app.unit("CU-1"), await app.unit("CU-2"), await app.unit("CU-3")];
  const more = await app.open();
  await more.closed();
  expect(app.noted).toEqual(["too-many-connections 127.0.0.1"]);
  units[0]?.leave();
  await until("its end", () => app.events.includes("closed CU-1"));
  await app.unit("CU-4");
});

test("a silent connection gives way to one that signs in", async () => {
  await start({ pendingPerAddress: 5 });
  const silent: RawUnit[] = [];
  for (let i = 0; i < 5; i += 1) silent.push(await app.open());
  await app.unit("CU-1");
  await silent[0]?.closed();
  expect(silent.slice(1).some((one) => one.isClosed())).toBe(false);
  expect(app.counters.refusedConnections.of("no-room")).toBe(1);
});

test("what waits to be stored has an end in bytes, for one connection and for all together", async () => {
  const never = new Promise<void>(() => undefined);
  app = await startBroker({ desk: { received: () => never }, limits: { pubackMs: 60_000, waitingBytes: 100_000 } });
  const at = "2026-03-01T06:30:00Z";
  const filler = JSON.stringify({ containers: [], full: true, at, boot: "b", seq: 0 }).padEnd(30_000, " ");
  const units = [await app.unit("CU-1"), await app.unit("CU-2")];
  for (const [index, unit] of units.entries())
    for (let i = 0; i < 2; i += 1) unit.publish(`vm/v1/CU-${index + 1}/up/locks`, filler, 1, i + 1);
  await until("one of them to be ended", () => units.some((unit) => unit.isClosed()));
  expect(app.counters.refusedConnections.of("not-stored")).toBe(1);
});
