import { describe, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpBroker } from "./testing/broker-under-test.ts";

const app = setUpBroker();

const at = "2026-03-01T06:30:00Z";
const live = { strength: -67, version: "2.4.1", uptime: 60, at };
const locks = (seq: number) => ({ containers: [{ channel: 1, isLocked: true }], full: false, at, boot: "k3f9", seq });
const up = (id: string, topic: string) => `vm/v1/${id}/up/${topic}`;
const saidBy = (id: string) => app.said.filter(({ serialNumber }) => serialNumber === id);

describe("what a unit says reaches the desk", () => {
  test("as a typed message, counted by topic", async () => {
    const unit = await app.unit("CU-1");

    unit.publish(up("CU-1", "live"), live, 0);
    unit.publish(up("CU-1", "locks"), locks(1), 1, 7);

    await until("both messages", () => saidBy("CU-1").length === 2);
    expect(saidBy("CU-1").map(({ topic, payload }) => ({ topic, payload }))).toEqual([
      { topic: "live", payload: live },
      { topic: "locks", payload: locks(1) },
    ]);
    await until("the PUBACK", () => unit.acknowledged().includes(7));
    expect(app.counters.machineMessages.of("live")).toBe(1);
    expect(app.counters.machineMessages.of("locks")).toBe(1);
  });

  test("also what it said at once behind its CONNECT, without waiting for the answer", async () => {
    const unit = await app.open();
    unit.socket.cork();
    unit.connect({ id: "CU-E" });
    const seqs = Array.from({ length: 150 }, (_, n) => n + 1);
    for (const seq of seqs) unit.publish(up("CU-E", "locks"), locks(seq), 1, seq);
    unit.socket.uncork();

    await until("all PUBACKs", () => unit.isClosed() || unit.acknowledged().length === 150);
    expect(unit.acknowledged()).toEqual(seqs);
    expect(saidBy("CU-E").map(({ payload }) => (payload as { seq: number }).seq)).toEqual(seqs);
  });

  test("nothing is retained, even if the unit requests it", async () => {
    const unit = await app.unit("CU-R");
    const payload = JSON.stringify(live);
    unit.send({ cmd: "publish", topic: up("CU-R", "live"), payload, qos: 1, messageId: 3, retain: true, dup: false });
    await until("the PUBACK", () => unit.acknowledged().includes(3));

    const again = await app.unit("CU-R");
    again.subscribe(["vm/v1/CU-R/down/#"]);
    await until("the SUBACK", () => again.packets("suback").length > 0);
    again.send({ cmd: "pingreq" });
    await until("a ping's answer", () => again.packets("pingresp").length > 0);
    expect(again.packets("publish")).toEqual([]);
  });
});

describe("rubbish is dropped, counted and logged; the unit stays connected", () => {
  const big = JSON.stringify({ ...live, version: "x".repeat(65_500) });
  test.each<[string, string, string | Buffer | object, string]>([
    ["a topic that does not exist", "unknown", live, "unknown-topic"],
    ["a topic of the provisioning login", "register", { version: "1", dateTime: at }, "wrong-login"],
    ["bytes that are not UTF-8", "live", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "not-utf8"],
    ["text that is not JSON", "live", "{strength:", "not-json"],
    ["an empty payload", "live", "", "not-json"],
    ["a list", "live", [live], "wrong-fields"],
    ["null", "live", "null", "wrong-fields"],
    ["a field that nobody knows", "locks", { ...locks(1), mood: "good" }, "wrong-fields"],
    ["a field called __proto__", "locks", `{"__proto__":{"x":1},${JSON.stringify(locks(1)).slice(1)}`, "wrong-fields"],
    ["a strength above 0 dBm", "live", { ...live, strength: 1 }, "out-of-range"],
    ["channel 1000", "locks", { ...locks(1), containers: [{ channel: 1000, isLocked: true }] }, "out-of-range"],
    ["more than 64 KiB", "live", big, "payload-too-large"],
  ])("%s", async (_, topic, payload, reason) => {
    const before = app.counters.droppedMessages.of(reason);
    const unit = await app.unit("CU-D");

    unit.publish(up("CU-D", topic), payload, 1, 5);

    await until("its PUBACK, so that the unit does not say it for ever", () => unit.acknowledged().includes(5));
    expect(app.counters.droppedMessages.of(reason)).toBe(before + 1);
    expect(app.logged.at(-1)).toMatchObject({ fields: { serialNumber: "CU-D", reason }, text: "message dropped" });
    expect(saidBy("CU-D")).toEqual([]);
    expect(unit.isClosed()).toBe(false);
    unit.leave();
  });

  test.each<[string, string, object | string, string | null, string]>([
    ["a field that is missing", "locks", { ...locks(1), boot: undefined }, "boot", "boot"],
    [
      "a field deep inside",
      "locks",
      { ...locks(1), containers: [{ channel: 0, isLocked: true }] },
      "channel 0",
      "containers.0.channel",
    ],
    ["a field that nobody knows", "locks", { ...locks(1), mood: "s3cret" }, "s3cret", "mood"],
    ["a name that reads like none", "locks", { ...locks(1), "a\nb <c>": 1 }, "<c>", ""],
    ["a text that is not JSON", "live", "{s3cret", "s3cret", ""],
  ])("%s: the desk is told which, and no value of it", async (_, topic, payload, value, field) => {
    const unit = await app.unit("CU-W");
    unit.publish(up("CU-W", topic), payload, 1, 5);
    await until("its PUBACK", () => unit.acknowledged().includes(5));

    const problem = app.problems.at(-1);

    expect(problem).toMatchObject({ serialNumber: "CU-W", topic, field: field || null });
    expect(problem?.message.length).toBeGreaterThan(0);
    if (value !== field) expect(JSON.stringify(problem)).not.toContain(value);
    unit.leave();
  });

  test("a heartbeat with facts that nobody knows is taken without them, and counted", async () => {
    const before = app.counters.droppedMessages.of("unknown-fact");
    const unit = await app.unit("CU-F");

    unit.publish(up("CU-F", "live"), `{"__proto__":{"x":1},"mood":"good",${JSON.stringify(live).slice(1)}`, 1, 5);
    await until("its PUBACK", () => unit.acknowledged().includes(5));

    expect(app.counters.droppedMessages.of("unknown-fact")).toBe(before + 1);
    expect(saidBy("CU-F").map(({ payload }) => payload)).toEqual([live]);
    unit.leave();
  });

  test("a unit that is broken for good does not fill the log", async () => {
    const unit = await app.unit("CU-L");
    for (let i = 1; i <= 50; i += 1) unit.publish(up("CU-L", "live"), "rubbish", 1, i);
    await until("all PUBACKs", () => unit.acknowledged().length === 50);
    expect(app.counters.droppedMessages.of("not-json")).toBeGreaterThanOrEqual(50);
  });
});

describe("what ends the connection", () => {
  test.each<[string, string, 0 | 1 | 2, string]>([
    ["another unit's topic", up("CU-2", "live"), 0, "foreign-topic"],
    ["another unit's topic with a PUBACK wanted", up("CU-2", "locks"), 1, "foreign-topic"],
    ["a topic outside the protocol", "home/light", 0, "foreign-topic"],
    ["the broker's own topics", "$SYS/x/new/clients", 0, "foreign-topic"],
    ["quality of service 2", up("CU-E", "live"), 2, "quality-of-service-2"],
  ])("%s: dropped, counted, ended without a PUBACK", async (_, topic, qos, reason) => {
    const dropped = app.counters.droppedMessages.of(reason);
    const ended = app.counters.refusedConnections.of(reason);
    const other = await app.unit("CU-2");
    const unit = await app.unit("CU-E");

    unit.publish(topic, live, qos, 4);

    await unit.closed();
    expect(unit.acknowledged()).toEqual([]);
    expect(app.counters.droppedMessages.of(reason)).toBe(dropped + 1);
    expect(app.counters.refusedConnections.of(reason)).toBe(ended + 1);
    expect(saidBy("CU-2")).toEqual([]);
    expect(other.isClosed()).toBe(false);
  });

  test("the provisioning login cannot publish as a registered unit", async () => {
    const unit = await app.open();
    unit.connect({ id: "CU-P", username: "provision", password: "provisioning" });
    expect(await unit.answer()).toBe(0);

    unit.publish(up("CU-P", "live"), live, 1, 2);
    unit.publish(up("CU-P", "register"), { version: "1", dateTime: at }, 1, 3);

    await until("both answers", () => unit.acknowledged().length === 2);
    expect(saidBy("CU-P").map(({ topic }) => topic)).toEqual(["register"]);
  });

  test("256 MB are ended when they are announced, signed in or not", async () => {
    const announced = Buffer.from([0xff, 0xff, 0xff, 0x7f]);
    const before = app.counters.refusedConnections.of("packet-too-large");
    const stranger = await app.open();
    stranger.socket.write(Buffer.concat([Buffer.from([0x10]), announced]));
    await stranger.closed();

    const unit = await app.unit("CU-H");
    unit.socket.write(Buffer.concat([Buffer.from([0x32]), announced]));
    await unit.closed();

    expect(app.counters.refusedConnections.of("packet-too-large")).toBe(before + 2);
  });

  test("a packet of 65 KiB is ended by its header, even byte by byte; the largest allowed one passes", async () => {
    const unit = await app.unit("CU-B");
    const filler = JSON.stringify({ ...live, version: "x" }).padEnd(65_000, " ");
    unit.publish(up("CU-B", "live"), filler, 1, 1);
    await until("its PUBACK", () => unit.acknowledged().includes(1));

    const length = 66_560;
    const header = [0x32, (length % 128) | 0x80, (Math.floor(length / 128) % 128) | 0x80, Math.floor(length / 16_384)];
    for (const byte of header) unit.socket.write(Buffer.from([byte]));

    await unit.closed();
    expect(unit.acknowledged()).toEqual([1]);
  });

  test("a unit that talks without end is ended, others go on", async () => {
    const calm = await app.unit("CU-C");
    const mad = await app.unit("CU-F");
    for (let i = 0; i < 20_000 && !mad.isClosed(); i += 1) mad.publish(up("CU-F", "live"), live, 0);
    await mad.closed();
    expect(app.counters.refusedConnections.of("flood")).toBe(1);

    calm.publish(up("CU-C", "locks"), locks(1), 1, 9);
    await until("the calm one's PUBACK", () => calm.acknowledged().includes(9));
  });
});
