import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Faults, healthy } from "./faults.ts";
import { createMachine, type Machine, type MachineEvent } from "./machine.ts";
import { type BareGateway, bareProvisioningKey, openBareGateway } from "./testing/bare-gateway.ts";

const serialNumber = "CU-1";
let gateway: BareGateway;
let machines: Machine[];
let events: MachineEvent[];

beforeEach(async () => {
  gateway = await openBareGateway();
  machines = [];
  events = [];
});
afterEach(async () => {
  await Promise.all(machines.map((machine) => machine.stop()));
  await gateway.stop();
  expect(gateway.broken).toEqual([]);
});

interface Wishes {
  faults?: Partial<Faults>;
  secret?: string | null;
  pace?: number;
}
const switchOn = ({ faults, secret = "s3cret", pace = 0.01 }: Wishes = {}) => {
  if (secret) gateway.register(serialNumber, secret);
  const machine = createMachine({
    plan: {
      serialNumber,
      version: "2.4.1",
      channels: [1, 2, 3],
      faults: { ...healthy, ...faults },
      seed: "7/CU-1",
    },
    mqttUrl: gateway.mqttUrl,
    secret,
    provisioningKey: bareProvisioningKey,
    liveEveryMs: 60,
    pace,
    onEvent: (event) => events.push(event),
  });
  machines.push(machine);
  machine.start();
  return machine;
};
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
/** It has subscribed, said its locks, and been told the time (which was written before these PUBACKs). */
const ready = () =>
  eventually(() => expect(events.filter(({ kind }) => kind === "stored").length).toBeGreaterThanOrEqual(1));
const factsOf = (commandId: string, channel: number | null) =>
  gateway.resultsOf(commandId).flatMap((result) => (result.channel === channel ? [result.fact] : []));

test("a new unit asks to be registered, waits for its secret, and comes back with it", async () => {
  const machine = switchOn({ secret: null });
  await eventually(() => expect(gateway.heard.register).toHaveLength(1));
  expect(machine.state()).toBe("asking");

  gateway.register(serialNumber, "a-new-secret");

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(0));
  expect(machine.state()).toBe("connected");
  expect(gateway.heard.register[0]?.payload.version).toBe("2.4.1");
});

test("after connecting it says all of its locks and beats at once, then regularly", async () => {
  switchOn();

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThanOrEqual(3));

  expect(gateway.heard.locks[0]?.payload).toMatchObject({
    full: true,
    seq: 0,
    containers: [1, 2, 3].map((channel) => ({ channel, isLocked: true })),
  });
  expect(gateway.heard.live[0]?.payload).toMatchObject({ version: "2.4.1" });
});

test("an opened door is acknowledged, seen open and seen closed, and its lock says the same", async () => {
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [2] });

  await eventually(() => expect(factsOf("c1", 2)).toEqual(["acknowledged", "opened", "closed"]));
  const changes = gateway.heard.locks.map(({ payload }) => payload).filter(({ full }) => !full);
  expect(changes.map(({ containers }) => containers)).toEqual([
    [{ channel: 2, isLocked: false }],
    [{ channel: 2, isLocked: true }],
  ]);
});

test("a stock update opens and closes every door that it names", async () => {
  switchOn({ pace: 0.002 });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "stock-update", channels: [1, 2, 3] });

  for (const channel of [1, 2, 3])
    await eventually(() => expect(factsOf("c1", channel)).toEqual(["acknowledged", "opened", "closed"]));
});

test.each(["lock-status", "check-open", "check-lock-status", "lock-close-verify"] as const)(
  "%s is answered by one status per lock",
  async (type) => {
    switchOn();
    await ready();

    gateway.command(serialNumber, { commandId: "c1", type, channels: [1, 3] });

    await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(2));
    expect(gateway.resultsOf("c1")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ channel: 1, fact: "status", isLocked: true }),
        expect.objectContaining({ channel: 3, fact: "status", isLocked: true }),
      ]),
    );
  },
);

test("while a door stands open its status says so", async () => {
  const machine = switchOn();
  await ready();
  gateway.command(serialNumber, { commandId: "c1", type: "stock-update", channels: [1] });
  await eventually(() => expect(machine.isLocked(1)).toBe(false));

  gateway.command(serialNumber, { commandId: "c2", type: "check-open", channels: [1] });

  await eventually(() => expect(gateway.resultsOf("c2")).toHaveLength(1));
  expect(gateway.resultsOf("c2")[0]).toMatchObject({ fact: "status", isLocked: false });
});

test("a ping is acknowledged", async () => {
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });

  await eventually(() => expect(factsOf("c1", null)).toEqual(["acknowledged"]));
});

test("a restart is acknowledged, then the unit connects anew as another power-up", async () => {
  switchOn();
  await ready();
  const before = gateway.heard.locks[0]?.payload.boot;

  gateway.command(serialNumber, { commandId: "c1", type: "restart" });

  await eventually(() => expect(gateway.heard.locks.filter(({ payload }) => payload.full)).toHaveLength(2));
  const after = gateway.heard.locks.at(-1)?.payload;
  expect(factsOf("c1", null)).toEqual(["acknowledged"]);
  expect(after?.boot).not.toBe(before);
  expect(after?.seq).toBe(0);
});

test("a command that arrives twice opens the door once", async () => {
  switchOn();
  await ready();

  for (let i = 0; i < 3; i++) gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [2] });
  gateway.command(serialNumber, { commandId: "c2", type: "ping" });

  await eventually(() => expect(factsOf("c1", 2)).toContain("closed"));
  await eventually(() => expect(factsOf("c2", null)).toEqual(["acknowledged"]));
  expect(factsOf("c1", 2)).toEqual(["acknowledged", "opened", "closed"]);
});

test("before it was told the time it refuses, naming why", async () => {
  gateway.rules.tellsTime = false;
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [1, 2] });

  await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(2));
  for (const result of gateway.resultsOf("c1")) expect(result).toMatchObject({ fact: "failed", code: "NO_TIME" });
});

test("a command past its time is as if it had never come", async () => {
  const machine = switchOn();
  await ready();

  gateway.command(serialNumber, {
    commandId: "late",
    type: "open",
    channels: [1],
    expiresAt: new Date(Date.now() - 1).toISOString(),
  });
  gateway.command(serialNumber, { commandId: "next", type: "open", channels: [2] });

  await eventually(() => expect(factsOf("next", 2)).toContain("closed"));
  expect(gateway.resultsOf("late")).toEqual([]);
  expect(machine.isLocked(1)).toBe(true);
});

test("a lock that the machine does not have is refused, the others are served", async () => {
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "lock-status", channels: [1, 77] });

  await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(2));
  expect(gateway.resultsOf("c1").find(({ channel }) => channel === 77)).toMatchObject({ code: "NO_SUCH_LOCK" });
  expect(factsOf("c1", 1)).toEqual(["status"]);
});

test("a jammed door says so and stays locked, its neighbour opens", async () => {
  const machine = switchOn({ faults: { jammedChannels: [2] } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [1, 2] });

  await eventually(() => expect(factsOf("c1", 2)).toEqual(["acknowledged", "failed"]));
  expect(gateway.resultsOf("c1").find(({ fact }) => fact === "failed")?.code).toBe("DOOR_JAMMED");
  expect(machine.isLocked(2)).toBe(true);
  await eventually(() => expect(factsOf("c1", 1)).toContain("opened"));
});

test("a deaf unit beats on and answers nothing", async () => {
  switchOn({ faults: { deaf: true } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });
  await eventually(() => expect(events).toContainEqual({ kind: "command", type: "ping" }));
  const beats = gateway.heard.live.length;
  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(beats + 5));

  expect(gateway.resultsOf("c1")).toEqual([]);
});

test("a unit with a wrong clock writes wrong times and still keeps to the gateway's", async () => {
  switchOn({ faults: { clockAheadMs: 3_600_000 } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });

  await eventually(() => expect(factsOf("c1", null)).toEqual(["acknowledged"]));
  const written = Date.parse(gateway.resultsOf("c1")[0]?.at ?? "");
  expect(written - Date.now()).toBeGreaterThan(3_000_000);
});

test("what was not stored is said again after reconnecting, unchanged and in order", async () => {
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
  switchOn();
  await ready();

  gateway.cut();

  await eventually(() => expect(gateway.heard.locks.filter(({ payload }) => payload.full)).toHaveLength(2));
  const [first, second] = gateway.heard.locks.map(({ payload }) => payload);
  expect(second?.boot).toBe(first?.boot);
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
});

test("a unit that drops out is silent for that long, then says what happened meanwhile", async () => {
  const machine = switchOn({ pace: 0.05 });
  await ready();
  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [3] });
  await eventually(() => expect(factsOf("c1", 3)).toContain("opened"));

  machine.dropOut(1_500);
  await eventually(() => expect(machine.state()).toBe("away"));
  const beats = gateway.heard.live.length;
  await eventually(() => expect(machine.isLocked(3)).toBe(true));
  expect(gateway.heard.live.length).toBe(beats);

  await eventually(() => expect(factsOf("c1", 3)).toEqual(["acknowledged", "opened", "closed"]));
});

test("a refused unit keeps trying, and is back once it is let in", async () => {
  const machine = switchOn();
  await ready();
  gateway.rules.admits = false;
  gateway.cut();
  await eventually(() => expect(machine.state()).toBe("refused"));
  const beats = gateway.heard.live.length;

  gateway.rules.admits = true;

  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(beats));
});

test("a unit without a secret and without the provisioning key is refused at once, by name", () => {
  const plan = { serialNumber, version: "1", channels: [1], faults: healthy, seed: "1" };
  const parts = { plan, mqttUrl: gateway.mqttUrl, secret: null, provisioningKey: null, liveEveryMs: 60, pace: 1 };

  expect(() => createMachine({ ...parts, onEvent: () => undefined })).toThrow("CU-1 has neither a secret");
});
