import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpEach } from "#shared/testing/set-up.ts";
import { openWorkbench, serialNumber } from "./testing/switched-on.ts";

const bench = setUpEach(openWorkbench);

test("an opened door is acknowledged, seen open and seen closed, and its lock says the same", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
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
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn({ pace: 0.002 });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "stock-update", channels: [1, 2, 3] });

  for (const channel of [1, 2, 3])
    await eventually(() => expect(factsOf("c1", channel)).toEqual(["acknowledged", "opened", "closed"]));
});

test.each(["lock-status", "check-open", "check-lock-status", "lock-close-verify"] as const)(
  "%s is answered by one status per lock",
  async (type) => {
    const { gateway, ready, switchOn } = bench;
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
  const { gateway, ready, switchOn } = bench;
  const machine = switchOn();
  await ready();
  gateway.command(serialNumber, { commandId: "c1", type: "stock-update", channels: [1] });
  await eventually(() => expect(machine.isLocked(1)).toBe(false));

  gateway.command(serialNumber, { commandId: "c2", type: "check-open", channels: [1] });

  await eventually(() => expect(gateway.resultsOf("c2")).toHaveLength(1));
  expect(gateway.resultsOf("c2")[0]).toMatchObject({ fact: "status", isLocked: false });
});

test("a ping is acknowledged", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });

  await eventually(() => expect(factsOf("c1", null)).toEqual(["acknowledged"]));
});

test("a restart is acknowledged, then the unit connects anew as another power-up", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
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
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn();
  await ready();

  for (let i = 0; i < 3; i++) gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [2] });
  gateway.command(serialNumber, { commandId: "c2", type: "ping" });

  await eventually(() => expect(factsOf("c1", 2)).toContain("closed"));
  await eventually(() => expect(factsOf("c2", null)).toEqual(["acknowledged"]));
  expect(factsOf("c1", 2)).toEqual(["acknowledged", "opened", "closed"]);
});

test("before it received the time it moves no door, naming why, and still answers what only reads", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  gateway.rules.sendsTime = false;
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [1, 2] });
  gateway.command(serialNumber, { commandId: "c2", type: "lock-status", channels: [1] });

  await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(2));
  for (const result of gateway.resultsOf("c1")) expect(result).toMatchObject({ fact: "failed", code: "NO_TIME" });
  await eventually(() => expect(factsOf("c2", 1)).toEqual(["status"]));
});

test("a command past its time is as if it had never come", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn();
  await ready();

  gateway.command(serialNumber, {
    commandId: "late",
    type: "open",
    channels: [1],
    // The unit's time lags by as long as `time` was on its way.
    expiresAt: new Date(Date.now() - 60_000).toISOString(),
  });
  gateway.command(serialNumber, { commandId: "next", type: "open", channels: [2] });

  await eventually(() => expect(factsOf("next", 2)).toContain("closed"));
  expect(gateway.resultsOf("late")).toEqual([]);
  expect(machine.isLocked(1)).toBe(true);
});

test("a lock that the machine does not have is refused, the others are served", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn();
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "lock-status", channels: [1, 77] });

  await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(2));
  expect(gateway.resultsOf("c1").find(({ channel }) => channel === 77)).toMatchObject({ code: "NO_SUCH_LOCK" });
  expect(factsOf("c1", 1)).toEqual(["status"]);
});

test("a jammed door says so and stays locked, its neighbour opens", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn({ faults: { jammedChannels: [2] } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "open", channels: [1, 2] });

  await eventually(() => expect(factsOf("c1", 2)).toEqual(["acknowledged", "failed"]));
  expect(gateway.resultsOf("c1").find(({ fact }) => fact === "failed")?.code).toBe("DOOR_JAMMED");
  expect(machine.isLocked(2)).toBe(true);
  await eventually(() => expect(factsOf("c1", 1)).toContain("opened"));
});

test("a deaf unit beats on and answers nothing", async () => {
  const { events, gateway, ready, switchOn } = bench;
  switchOn({ faults: { deaf: true } });
  await ready();

  gateway.command(serialNumber, { commandId: "c1", type: "ping" });
  await eventually(() => expect(events).toContainEqual(expect.objectContaining({ kind: "command", type: "ping" })));
  const beats = gateway.heard.live.length;
  await eventually(() => expect(gateway.heard.live.length).toBeGreaterThan(beats + 5));

  expect(gateway.resultsOf("c1")).toEqual([]);
});
