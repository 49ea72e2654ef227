import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpBroker, startBroker } from "./testing/broker-under-test.ts";
import type { RawUnit } from "./testing/raw-unit.ts";

const app = setUpBroker();

const granted = async (unit: RawUnit, topics: string[]) => {
  unit.subscribe(topics);
  await until("the SUBACK", () => unit.packets("suback").length > 0);
  return unit.packets("suback").at(-1)?.granted;
};
const connectionOf = (serialNumber: string) =>
  app.broker.connections().find((connection) => connection.serialNumber === serialNumber)?.id ?? "";

test.each(["vm/v1/CU-1/down/#", "vm/v1/CU-1/down/command"])("%s makes a unit reachable", async (topic) => {
  const unit = await app.unit("CU-1");
  expect(await granted(unit, [topic])).toEqual([1]);
  await until("the desk hears", () => app.events.at(-1) === "subscribed CU-1");
});

test("subscribing again to the same is notified again, after its SUBACK: a unit corrects its clock by it", async () => {
  const unit = await app.unit("CU-A");
  const published = () => app.events.filter((event) => event === "subscribed CU-A").length;
  for (const round of [1, 2, 3]) {
    unit.subscribe(["vm/v1/CU-A/down/#"], round);
    await until("its SUBACK", () => unit.packets("suback").length === round);
    await until("the desk hears", () => published() === round);
  }
});

test("the SUBACK comes before whatever the desk answers to it", async () => {
  const time = { topic: "time", payload: { now: "2026-03-01T06:30:00Z" } } as const;
  const answering = await startBroker({
    desk: { subscribed: ({ id }) => void answering.broker.send(id, time) },
  });
  const unit = await answering.unit("CU-1");
  for (let round = 1; round <= 3; round += 1) {
    unit.subscribe(["vm/v1/CU-1/down/#"], round);
    await until("the answer", () => unit.packets("publish").length === round);
  }
  const answers = unit.heard.map(({ cmd }) => cmd).filter((cmd) => cmd !== "connack");
  expect(answers).toEqual(["suback", "publish", "suback", "publish", "suback", "publish"]);
  await answering.stop();
});

test("a unit that unsubscribes from the last topic that reaches its commands is reachable no more, until it subscribes", async () => {
  const unit = await app.unit("CU-U");
  const [all, commands] = ["vm/v1/CU-U/down/#", "vm/v1/CU-U/down/command"];
  const heard = () => app.events.filter((event) => event.endsWith("subscribed CU-U"));
  const unsubscribe = async (topic: string, messageId: number) => {
    unit.send({ cmd: "unsubscribe", messageId, unsubscriptions: [topic] });
    await until("the UNSUBACK", () => unit.packets("unsuback").at(-1)?.messageId === messageId);
  };
  await granted(unit, [all, commands]);

  await unsubscribe(all, 1);
  await unsubscribe(commands, 2);
  await unsubscribe(commands, 3);
  unit.subscribe([all], 4);
  await until("the desk hears", () => heard().length === 3);
  unit.leave();
  await until("it has left", () => app.events.includes("closed CU-U"));
  expect(heard()).toEqual(["subscribed CU-U", "unsubscribed CU-U", "subscribed CU-U"]);
});

test("receiving the time alone does not make it reachable", async () => {
  const unit = await app.unit("CU-T");
  expect(await granted(unit, ["vm/v1/CU-T/down/time"])).toEqual([1]);
  expect(app.events.at(-1)).toBe("connected CU-T");
});

test.each(["#", "vm/v1/#", "vm/v1/+/down/#", "vm/v1/CU-2/down/command", "vm/v1/CU-1/up/#", "$SYS/#", "$share/a/#"])(
  "nobody overhears %s",
  async (topic) => {
    const before = app.counters.droppedMessages.of("subscription");
    const unit = await app.unit("CU-1");
    expect(await granted(unit, [topic, "vm/v1/CU-1/down/time"])).toEqual([128, 1]);
    expect(app.counters.droppedMessages.of("subscription")).toBe(before + 1);
    expect(unit.isClosed()).toBe(false);
  },
);

test("the provisioning login receives its own credentials and nothing else", async () => {
  const unit = await app.provisioned("CU-P");
  const topics = ["vm/v1/CU-P/down/#", "vm/v1/CU-P/down/command", "vm/v1/CU-Q/down/credentials"];
  expect(await granted(unit, topics)).toEqual([128, 128, 128]);
  expect(app.events).not.toContain("subscribed CU-P");

  const again = await app.provisioned("CU-P");
  expect(await granted(again, ["vm/v1/CU-P/down/credentials"])).toEqual([1]);
  await until("the desk hears", () => app.events.includes("subscribed CU-P"));
});

test("a command reaches that one connection, once, as JSON and not retained", async () => {
  const unit = await app.unit("CU-C");
  const other = await app.unit("CU-D");
  for (const one of [unit, other]) one.subscribe([`vm/v1/${one === unit ? "CU-C" : "CU-D"}/down/#`]);
  await until("both SUBACKs", () => [unit, other].every((one) => one.packets("suback").length === 1));
  const command = {
    commandId: "c1",
    sessionId: "s1",
    type: "open" as const,
    channels: [3],
    expiresAt: "2026-03-01T06:30:00Z",
  };

  expect(await app.broker.send(connectionOf("CU-C"), { topic: "command", payload: command })).toBe(true);

  await until("the command", () => unit.packets("publish").length === 1);
  const [packet] = unit.packets("publish");
  expect(packet).toMatchObject({ topic: "vm/v1/CU-C/down/command", qos: 1, retain: false });
  expect(JSON.parse(String(packet?.payload))).toEqual(command);
  expect(other.packets("publish")).toEqual([]);
});

test("a unit that is not here cannot be sent anything", async () => {
  const time = { topic: "time", payload: { now: "2026-03-01T06:30:00Z" } } as const;
  expect(await app.broker.send("no-such-connection", time)).toBe(false);
  const unit = await app.unit("CU-G");
  const id = connectionOf("CU-G");
  unit.leave();
  await until("it has left", () => app.events.includes("closed CU-G"));
  expect(await app.broker.send(id, time)).toBe(false);
});

test("a message goes through the broker and back, and not once it is closed", async () => {
  await app.broker.roundTrip(5_000);
  const closed = await startBroker();
  await closed.stop();
  await expect(closed.broker.roundTrip(5_000)).rejects.toThrow("closed");
});
