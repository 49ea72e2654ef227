import type { AedesPublishPacket, Client } from "aedes";
import type { Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import type { Connection, Connections } from "./connections.ts";
import { createOutbound } from "./outbound.ts";
import { setUpBroker } from "./testing/broker-under-test.ts";
import type { RawUnit } from "./testing/raw-unit.ts";

const app = setUpBroker();

const now = "2026-03-01T06:30:00Z";
const genuine = { topic: "time", payload: { now } } as const;
const forged = JSON.stringify({ commandId: "f", sessionId: "f", type: "open", channels: [1], expiresAt: now });
type Forged = Pick<Extract<Packet, { cmd: "publish" }>, "topic" | "qos" | "retain">;

const say = (from: RawUnit, { topic, qos, retain }: Forged) =>
  from.send({ cmd: "publish", topic, payload: forged, qos, retain, dup: false, messageId: 77 });
const withProvisioningKey = async (id: string, will?: { topic: string; payload: string }): Promise<RawUnit> => {
  const stranger = await app.open();
  stranger.connect({ id, username: "provision", password: "provisioning", ...(will ? { will } : {}) });
  expect(await stranger.answer()).toBe(0);
  return stranger;
};
const subscribed = async (unit: RawUnit, ...topics: string[]) => {
  unit.subscribe(topics);
  await until("the SUBACK", () => unit.packets("suback").length > 0);
};
const connectionOf = (serialNumber: string, login = "unit") =>
  app.broker.connections().find((one) => one.serialNumber === serialNumber && one.login === login)?.id ?? "";
/** All that came down before a message that Cansole sends now, and that message. */
const heardUpToNow = async (unit: RawUnit, serialNumber: string) => {
  expect(await app.broker.send(connectionOf(serialNumber), genuine)).toBe(true);
  await until("Cansole's own message", () => unit.packets("publish").some(({ payload }) => String(payload) !== forged));
  return unit.packets("publish").map(({ payload }) => JSON.parse(String(payload)));
};

test.each<[string, 0 | 1, boolean, number]>([
  ["command", 1, false, 200],
  ["command", 0, false, 20],
  ["command", 1, true, 20],
  ["time", 0, false, 20],
  ["time", 0, true, 20],
])(
  "what the provisioning login says on down/%s (QoS %i, retained: %s) reaches no unit in %i rounds, ends its connection and is counted",
  async (topic, qos, retain, rounds) => {
    const dropped = app.counters.droppedMessages.of("down-topic");
    const ended = app.counters.refusedConnections.of("down-topic");
    for (let round = 0; round < rounds; round += 1) {
      const id = `CU-${topic}-${qos}${retain}-${round}`;
      const stranger = await withProvisioningKey(id);
      // By turns before the unit subscribes, at the same moment and after it.
      const early = round % 3 === 0;
      if (early) say(stranger, { topic: `vm/v1/${id}/down/${topic}`, qos, retain });
      const unit = await app.unit(id);
      const listens = subscribed(unit, `vm/v1/${id}/down/#`);
      if (round % 3 === 2) await listens;
      if (!early) say(stranger, { topic: `vm/v1/${id}/down/${topic}`, qos, retain });
      await until("its end, or its PUBACK", () => stranger.isClosed() || stranger.acknowledged().length > 0);
      await listens;
      expect(await heardUpToNow(unit, id)).toEqual([genuine.payload]);
      expect(stranger.isClosed()).toBe(true);
      expect(stranger.acknowledged()).toEqual([]);
      unit.leave();
    }
    expect(app.counters.droppedMessages.of("down-topic")).toBe(dropped + rounds);
    expect(app.counters.refusedConnections.of("down-topic")).toBe(ended + rounds);
  },
);

test("a packet passes to a client only if Cansole sends it, whoever lets it come so far", async () => {
  const published: { payload: Buffer }[] = [];
  const publish = (packet: { payload: Buffer }, done: () => void) => {
    published.push(packet);
    done();
  };
  const client = { closed: false, publish } as unknown as Client;
  const connection = { client, unit: { serialNumber: "CU-1" } } as Connection;
  const outbound = createOutbound({ withId: () => connection } as unknown as Connections);
  await outbound.send("its connection", genuine);
  const [packet] = published as AedesPublishPacket[];
  if (!packet) throw new Error("nothing was sent");

  const copies = [packet.payload.toString(), Buffer.from(packet.payload)];
  const pass = (payload: string | Buffer) => outbound.authorizeForward(client, { ...packet, payload });
  expect(pass(packet.payload)).toMatchObject({ topic: "vm/v1/CU-1/down/time" });
  expect(copies.map(pass)).toEqual([null, null]);
});

test("nor does what a unit with its own secret says there, to itself", async () => {
  const unit = await app.unit("CU-SELF");
  await subscribed(unit, "vm/v1/CU-SELF/down/#");
  say(unit, { topic: "vm/v1/CU-SELF/down/command", qos: 1, retain: false });
  await unit.closed();
  expect(unit.packets("publish")).toEqual([]);
});

test("forged credentials reach no other connection of the provisioning login", async () => {
  const topic = "vm/v1/CU-C/down/credentials";
  const [waiting, stranger] = [await withProvisioningKey("CU-C"), await withProvisioningKey("CU-C")];
  await subscribed(waiting, topic);
  say(stranger, { topic, qos: 1, retain: true });
  await stranger.closed();
  const late = await withProvisioningKey("CU-C");
  await subscribed(late, topic);
  for (const one of [waiting, late]) {
    one.send({ cmd: "pingreq" });
    await until("a ping's answer", () => one.packets("pingresp").length > 0);
    expect(one.packets("publish")).toEqual([]);
  }
});

test("a will reaches nobody, whether its client leaves, is ended or falls silent", async () => {
  const unit = await app.unit("CU-W");
  await subscribed(unit, "vm/v1/CU-W/down/#");
  const will = { topic: "vm/v1/CU-W/down/command", payload: forged };
  const [left, ended] = [await withProvisioningKey("CU-W", will), await withProvisioningKey("CU-W", will)];
  left.leave();
  say(ended, { topic: "vm/v1/CU-X/up/live", qos: 0, retain: false });
  await ended.closed();
  await until("both ends", () => app.endings.filter((ending) => ending.startsWith("CU-W ")).length === 2);
  expect(await heardUpToNow(unit, "CU-W")).toEqual([genuine.payload]);
});

test.each(["$share/doors/vm/v1/CU-V/#", "#", "+/v1/CU-V/up/live", "vm/v1/CU-V/up/#", "$SYS/#", "vm/v1/CU-V/down/#/x"])(
  "nobody receives a unit's messages by subscribing to %s",
  async (filter) => {
    const eavesdroppers = [await app.unit("CU-E"), await withProvisioningKey("CU-V")];
    for (const one of eavesdroppers) one.subscribe([filter]);
    await until("their SUBACKs or ends", () =>
      eavesdroppers.every((one) => one.isClosed() || one.packets("suback").length > 0),
    );
    const unit = await app.unit("CU-V");
    const live = { strength: null, version: "1", uptime: 60, at: now };
    unit.publish("vm/v1/CU-V/up/live", live, 1, 5);
    await until("its PUBACK", () => unit.acknowledged().includes(5));
    for (const one of eavesdroppers) {
      one.send({ cmd: "pingreq" });
      await until("a ping's answer", () => one.isClosed() || one.packets("pingresp").length > 0);
      expect(one.packets("publish")).toEqual([]);
      one.leave();
    }
    unit.leave();
  },
);
