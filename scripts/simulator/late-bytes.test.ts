import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type HoldingLine, openHoldingLine } from "./testing/holding-line.ts";
import { openWorkbench, serialNumber, type Workbench } from "./testing/switched-on.ts";

let bench: Workbench;
let line: HoldingLine;
beforeEach(async () => {
  bench = await openWorkbench();
  line = await openHoldingLine(bench.gateway.mqttUrl);
});
afterEach(async () => {
  line.release();
  await bench.stop();
  await line.stop();
});

const connackBytes = 4;
const expiresIn = (ms: number) => ({ expiresAt: new Date(Date.now() + ms).toISOString() });
const past = (moment: string) => eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(moment) + 200));

test("a command that lay in a dead connection until after its expiry opens nothing", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn({ mqttUrl: line.url });
  await ready();
  line.hold();
  const late = { commandId: "late", type: "open" as const, channels: [1], ...expiresIn(500) };
  gateway.command(serialNumber, late);
  await past(late.expiresAt);
  line.release();

  gateway.command(serialNumber, { commandId: "next", type: "open", channels: [2] });

  await eventually(() => expect(factsOf("next", 2)).toContain("closed"));
  expect(gateway.resultsOf("late")).toEqual([]);
  expect(machine.isLocked(1)).toBe(true);
});

test("nor when the time that the unit counts from lay there before it", async () => {
  const { factsOf, gateway, switchOn } = bench;
  line.hold(connackBytes);
  const machine = switchOn({ mqttUrl: line.url });
  await eventually(() => expect(gateway.subscribed).toEqual([serialNumber]));
  // The gateway has answered with SUBACK and time; behind them lies the command.
  const late = { commandId: "late", type: "open" as const, channels: [1], ...expiresIn(500) };
  gateway.command(serialNumber, late);
  await past(late.expiresAt);
  line.release();

  await bench.ready();
  gateway.command(serialNumber, { commandId: "next", type: "open", channels: [2] });

  await eventually(() => expect(factsOf("next", 2)).toContain("closed"));
  expect(gateway.resultsOf("late")).toEqual([]);
  expect(machine.isLocked(1)).toBe(true);
});

test("it subscribes again now and then, and its clock follows", async () => {
  const { gateway, ready, switchOn } = bench;
  switchOn({ timeEveryMs: { usually: 100, afterSlowAnswer: 100 } });
  await ready();
  await eventually(() => expect(gateway.subscribed.length).toBeGreaterThan(3));
  expect(gateway.connected()).toBe(1);
});
