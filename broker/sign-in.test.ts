import mqtt from "mqtt";
import { describe, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpBroker, startBroker } from "./testing/broker-under-test.ts";
import type { Connect } from "./testing/raw-unit.ts";

const app = setUpBroker();

describe("who may come in", () => {
  test("a unit with its own secret is admitted, and the desk is notified", async () => {
    const unit = await app.unit("CU-1");
    expect(app.events).toContain("connected CU-1");
    expect(app.counters.connectedUnits.of("unit")).toBe(1);

    unit.leave();
    await until("the desk hears that it left", () => app.events.includes("closed CU-1"));
    expect(app.counters.connectedUnits.of("unit")).toBe(0);
  });

  test.each<[string, Partial<Connect>, number, string]>([
    ["a wrong secret", { password: "guess" }, 5, "sign-in"],
    ["another unit's name", { username: "CU-2" }, 5, "sign-in"],
    ["keep-alive 0", { keepalive: 0 }, 5, "keep-alive"],
    ["keep-alive 61", { keepalive: 61 }, 5, "keep-alive"],
    ["a session that is not clean", { clean: false }, 2, "session-not-clean"],
    ["a serial number with a wildcard", { id: "CU+1" }, 2, "client-id"],
    ["a serial number of 65 letters", { id: "x".repeat(65) }, 2, "client-id"],
    ["no serial number", { id: "" }, 2, "client-id"],
    ["MQTT 3.1", { protocolVersion: 3 }, 1, "protocol-version"],
    ["MQTT 5", { protocolVersion: 5 }, 1, "protocol-version"],
  ])("%s is refused and counted", async (_, wrong, returnCode, reason) => {
    const before = app.counters.refusedConnections.of(reason);
    const unit = await app.open();

    unit.connect({ id: "CU-3", ...wrong });

    expect(await unit.answer()).toBe(returnCode);
    await unit.closed();
    expect(app.counters.refusedConnections.of(reason)).toBe(before + 1);
    expect(app.events).not.toContain("connected CU-3");
  });

  test("keep-alive 1 and 60 are both admitted", async () => {
    for (const keepalive of [1, 60]) {
      const unit = await app.open();
      unit.connect({ id: `CU-K${keepalive}`, keepalive });
      expect(await unit.answer()).toBe(0);
    }
  });

  test("a will is ignored: nobody receives it when the unit is lost", async () => {
    const unit = await app.open();
    unit.connect({ id: "CU-W", will: { topic: "vm/v1/CU-W/up/live", payload: "{}" } });
    expect(await unit.answer()).toBe(0);
    const dropped = app.logged.filter(({ text }) => text === "message dropped").length;

    unit.leave();

    await until("its end", () => app.events.includes("closed CU-W"));
    expect(app.said.filter(({ serialNumber }) => serialNumber === "CU-W")).toEqual([]);
    expect(app.logged.filter(({ text }) => text === "message dropped").length).toBe(dropped);
  });

  test("a unit that falls silent is ended after one and a half times its keep-alive", async () => {
    const unit = await app.open();
    unit.connect({ id: "CU-S", keepalive: 1 });
    expect(await unit.answer()).toBe(0);

    await unit.closed();

    expect(app.logged.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ serialNumber: "CU-S", why: "silent" }),
    );
    expect(app.counters.refusedConnections.of("silent")).toBeGreaterThan(0);
  });

  test("an ordinary MQTT client works", async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.broker.ports.mqtt}`, {
      clientId: "CU-M",
      username: "CU-M",
      password: "secret",
      keepalive: 30,
      reconnectPeriod: 0,
    });
    await client.publishAsync(
      "vm/v1/CU-M/up/locks",
      JSON.stringify({ containers: [], full: true, at: "2026-03-01T06:30:00Z", boot: "b", seq: 0 }),
      { qos: 1 },
    );
    await client.endAsync();
    expect(app.said.some(({ serialNumber }) => serialNumber === "CU-M")).toBe(true);
  });
});

describe("a slow or broken desk never keeps a connection for ever", () => {
  test("a sign-in that nobody answers is refused in time", async () => {
    const slow = await startBroker({ desk: { admit: () => new Promise(() => {}) }, limits: { authenticateMs: 100 } });
    const unit = await slow.open();
    unit.connect({ id: "CU-1" });
    expect(await unit.answer()).toBe(3);
    await unit.closed();
    expect(slow.counters.refusedConnections.of("sign-in-unanswered")).toBe(1);
    await slow.stop();
  });

  test("a sign-in that cannot be checked is answered: the server is unavailable", async () => {
    const broken = await startBroker({ desk: { admit: () => Promise.reject(new Error("store away")) } });
    const unit = await broken.open();
    unit.connect({ id: "CU-1" });
    expect(await unit.answer()).toBe(3);
    await unit.closed();
    await broken.stop();
  });

  test("who opens a connection and never says CONNECT is ended", async () => {
    const impatient = await startBroker({ limits: { connectMs: 100 } });
    const unit = await impatient.open();
    await unit.closed();
    expect(impatient.counters.refusedConnections.of("no-connect")).toBe(1);
    await impatient.stop();
  });
});
