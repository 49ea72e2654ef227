import { expect, test } from "vitest";
import { telemetryOf } from "#shared/events/machine-topics.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpEach } from "#shared/testing/set-up.ts";
import { healthy } from "./faults.ts";
import { createSimulatedMachine } from "./simulated-machine.ts";
import { openWorkbench, serialNumber } from "./testing/switched-on.ts";

const bench = setUpEach(openWorkbench);

test("a new unit requests registration, waits for its secret, and comes back with it", async () => {
  const { gateway, switchOn } = bench;
  const machine = switchOn({ secret: null });
  await eventually(() => expect(gateway.heard.register).toHaveLength(1));
  expect(machine.state()).toBe("asking");

  gateway.register(serialNumber, "a-new-secret");

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(0));
  expect(machine.state()).toBe("connected");
  expect(gateway.heard.register[0]?.payload.version).toBe("2.4.1");
});

test("after connecting it says all of its locks and beats at once, then regularly", async () => {
  const { gateway, switchOn } = bench;
  switchOn();

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThanOrEqual(3));

  expect(gateway.heard.locks[0]?.payload).toMatchObject({
    full: true,
    seq: 0,
    containers: [1, 2, 3].map((channel) => ({ channel, isLocked: true })),
  });
  expect(gateway.heard.live[0]?.payload).toMatchObject({ firmware: "2.4.1" });
});

test("a unit with a wrong clock writes wrong times and still keeps to the gateway's", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn({ faults: { clockAheadMs: 3_600_000 } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });

  await eventually(() => expect(factsOf("c1", null)).toEqual(["acknowledged"]));
  const written = Date.parse(gateway.resultsOf("c1")[0]?.at ?? "");
  expect(written - Date.now()).toBeGreaterThan(3_000_000);
});

test("what was not stored is said again after reconnecting, unchanged and in order", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn({ pace: 0.002 });
  await ready();
  gateway.rules.stores = false;
  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [1] });
  await eventually(() => expect(machine.waiting().length).toBeGreaterThanOrEqual(5));
  const kept = structuredClone(machine.waiting().slice(0, 5));

  gateway.rules.stores = true;

  await eventually(() => expect(factsOf("c1", 1)).toEqual(["acknowledged", "opened", "closed"]));
  const stored = [...gateway.heard.locks, ...gateway.heard.result].map(({ payload }) => payload);
  for (const { payload } of kept) expect(stored).toContainEqual(payload);
  expect(gateway.order).toEqual([...gateway.order.keys()]);
});

test("a lost connection comes back by itself, with the same power-up and all locks", async () => {
  const { gateway, ready, switchOn } = bench;
  switchOn();
  await ready();

  gateway.cut();

  await eventually(() => expect(gateway.heard.locks.filter(({ payload }) => payload.full)).toHaveLength(2));
  const [first, second] = gateway.heard.locks.map(({ payload }) => payload);
  expect(second?.boot).toBe(first?.boot);
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
});

test("after a power cut it says all locks anew, although those of the power-up before still wait", async () => {
  const { gateway, switchOn } = bench;
  gateway.rules.stores = false;
  const machine = switchOn();
  await eventually(() => expect(machine.waiting()).toHaveLength(1));
  await machine.stop();
  gateway.rules.stores = true;

  machine.start();

  await eventually(() => expect(gateway.heard.locks).toHaveLength(2));
  const [before, present] = gateway.heard.locks.map(({ payload }) => payload);
  expect([before?.full, present?.full]).toEqual([true, true]);
  expect(present?.boot).not.toBe(before?.boot);
});

test("a unit that drops out is silent for that long, then says what happened meanwhile", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn({ pace: 0.05 });
  await ready();
  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [3] });
  await eventually(() => expect(factsOf("c1", 3)).toContain("opened"));

  machine.dropOut(1_500);
  await eventually(() => expect(machine.state()).toBe("away"));
  const beats = gateway.heard.live.length;
  await eventually(() => expect(machine.isLocked(3)).toBe(true));
  expect(gateway.heard.live.length).toBe(beats);

  // A fact whose PUBACK was lost with the connection is sent again.
  await eventually(() => expect([...new Set(factsOf("c1", 3))]).toEqual(["acknowledged", "opened", "closed"]));
});

test("a refused unit keeps trying, and is back once it is let in", async () => {
  const { gateway, ready, switchOn } = bench;
  const machine = switchOn();
  await ready();
  gateway.rules.admits = false;
  gateway.cut();
  await eventually(() => expect(machine.state()).toBe("refused"));
  const beats = gateway.heard.live.length;

  gateway.rules.admits = true;

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(beats));
});

test("the same seed does the same: two runs of a machine say the same of it, beat by beat", async () => {
  const { gateway, switchOn } = bench;
  const measured = async () => {
    gateway.heard.live.length = 0;
    const machine = switchOn();
    await eventually(() => expect(gateway.heard.live.length).toBeGreaterThanOrEqual(4));
    await machine.stop();
    return gateway.heard.live.slice(0, 4).map(({ payload }) => telemetryOf(payload));
  };

  expect(await measured()).toEqual(await measured());
});

test("a unit whose secret was replaced requests the new one by itself", async () => {
  const { gateway, ready, switchOn } = bench;
  const machine = switchOn();
  await ready();
  gateway.forget(serialNumber);
  gateway.cut();
  await eventually(() => expect(machine.state()).toBe("asking"));
  // It can be registered once its request, which says its key, has come.
  await eventually(() => expect(gateway.heard.register).toHaveLength(1));

  gateway.register(serialNumber, "another-secret");

  await eventually(() => expect(machine.state()).toBe("connected"));
});

test("a unit without a secret and without the provisioning key is refused at once, by name", () => {
  const { gateway } = bench;
  const plan = { serialNumber, version: "1", channels: [1], faults: healthy, seed: "1" };
  const parts = { plan, mqttUrl: gateway.mqttUrl, secret: null, provisioningKey: null, liveEveryMs: 60, pace: 1 };

  expect(() => createSimulatedMachine({ ...parts, onEvent: () => undefined })).toThrow("CU-1 has neither a secret");
});
