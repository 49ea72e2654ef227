import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpBroker } from "./testing/broker-under-test.ts";

const jitter = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 3));
const app = setUpBroker({
  desk: {
    admit: async ({ serialNumber, password }) => {
      await jitter();
      return password === "secret" ? { login: "unit", credential: serialNumber, connectionNumber: 1 } : null;
    },
  },
});

const reconnectAtOnce = async (id: string) => {
  const units = await Promise.all([app.open(), app.open(), app.open()]);
  for (const unit of units) unit.connect({ id });
  return units;
};

test("three reconnects at once end with one connection, 50 times over", async () => {
  for (let round = 0; round < 50; round += 1) {
    const id = `CU-${round}`;
    const first = await app.unit(id);
    const units = [first, ...(await reconnectAtOnce(id))];

    await until("one is left", () => units.filter((unit) => !unit.isClosed()).length <= 1);
    const left = units.filter((unit) => !unit.isClosed());
    expect(left).toHaveLength(1);
    await until("its CONNACK", () => left[0]?.packets("connack").length === 1);

    const here = app.broker.connections().filter(({ serialNumber }) => serialNumber === id);
    expect(here).toHaveLength(1);
    const sent = await app.broker.send(here[0]?.id ?? "", {
      topic: "time",
      payload: { now: "2026-03-01T06:30:00Z" },
    });
    expect(sent).toBe(true);
    await until("it hears", () => left[0]?.packets("publish").length === 1);
    expect(units.flatMap((unit) => unit.packets("publish"))).toHaveLength(1);
    for (const unit of units) unit.leave();
  }
  await until("all have left", () => app.broker.connections().length === 0);
  expect(app.counters.connectedUnits.of("unit")).toBe(0);
});

test("the desk is notified that the earlier connection has ended before it is notified of the next", async () => {
  await app.unit("CU-O");
  await app.unit("CU-O");
  expect(app.events.filter((event) => event.endsWith("CU-O"))).toEqual([
    "connected CU-O",
    "closed CU-O",
    "connected CU-O",
  ]);
  expect(app.counters.refusedConnections.of("replaced")).toBeGreaterThan(0);
});

test("a stranger with a wrong secret does not disturb the unit whose name it uses", async () => {
  const unit = await app.unit("CU-G");
  for (let i = 0; i < 20; i += 1) {
    const stranger = await app.open();
    stranger.connect({ id: "CU-G", password: "guess" });
    expect(await stranger.answer()).toBe(5);
  }
  unit.send({ cmd: "pingreq" });
  await until("its ping's answer", () => unit.packets("pingresp").length === 1);
});

test("clients that vanish in the middle of signing in leave nothing behind", async () => {
  for (let i = 0; i < 100; i += 1) {
    const unit = await app.open();
    unit.connect({ id: "CU-V" });
    await jitter();
    unit.leave();
  }
  const unit = await app.unit("CU-V");
  expect(app.broker.connections().filter(({ serialNumber }) => serialNumber === "CU-V")).toHaveLength(1);
  unit.leave();
  await until("it has left", () => app.broker.connections().every(({ serialNumber }) => serialNumber !== "CU-V"));
});

const idOf = (serialNumber: string): string =>
  app.broker.connections().find((unit) => unit.serialNumber === serialNumber)?.id ?? "";

test("a connection that was ended can be sent nothing, and ending it again does nothing", async () => {
  const unit = await app.unit("CU-X");
  const here = idOf("CU-X");

  await app.broker.end("another", "unauthorised");
  expect(unit.isClosed()).toBe(false);
  await app.broker.end(here, "unauthorised");
  await app.broker.end(here, "unauthorised");

  await unit.closed();
  expect(app.counters.refusedConnections.of("unauthorised")).toBe(1);
  expect(await app.broker.send(here, { topic: "time", payload: { now: "2026-03-01T06:30:00Z" } })).toBe(false);
});

test("the desk is notified why a connection ended", async () => {
  const endings = () => app.endings.filter((ending) => ending.startsWith("CU-Y "));
  await app.unit("CU-Y");
  const second = await app.unit("CU-Y");
  second.send({ cmd: "disconnect" });
  await second.closed();
  const third = await app.unit("CU-Y");
  await app.broker.end(idOf("CU-Y"), "unauthorised");
  await third.closed();
  const fourth = await app.unit("CU-Y");
  fourth.leave();
  await until("all four", () => endings().length === 4);
  expect(endings()).toEqual(["CU-Y replaced", "CU-Y left", "CU-Y unauthorised", "CU-Y left"]);
});
