import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createFleet, type Fleet } from "../../simulator/fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { type HoldingLine, openHoldingLine } from "../../simulator/testing/holding-line.ts";
import { type CommandApp, hasEnded, openCommandApp } from "./command-app.ts";

let line: HoldingLine;
let fleet: Fleet | null;
const app = setUp(() => openCommandApp(3));
beforeEach(async () => {
  line = await openHoldingLine(app.mqttUrl);
  fleet = null;
});
afterEach(async () => {
  await fleet?.stop();
  await line.stop();
});

const connackBytes = 4;
/** A command that lies in the line is past its time by every clock. */
const untilExpired = async (sessionId: string) => {
  const { session } = await app.results(sessionId);
  await pause(Date.parse(session.expiresAt) + 500 - Date.now());
};

const switchOn = async () => {
  const unit = app.fresh();
  fleet = createFleet({ units: [unit], mqttUrl: line.url, provisioningKey: null, liveEveryMs: 300, pace: 0.01 });
  await fleet.start();
  const [machine] = fleet.machines;
  if (!machine) throw new Error("a machine was switched on");
  return { unit, machine, on: fleet };
};
/** As soon as the gateway has the unit, whatever the unit knows of it. */
const give = (unit: Parameters<CommandApp["give"]>[1]) => eventually(() => app.give("open", unit, ["5"]));

test("the door opens when nothing gets stuck", async () => {
  const { unit } = await switchOn();

  const sessionId = await give(unit);

  expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "closed", isOpened: true });
});

test("a command that got stuck and comes out past its time opens nothing", async () => {
  const { unit, machine, on } = await switchOn();
  await eventually(() => expect(on.summary().stored).toBeGreaterThan(0));
  line.hold();

  const sessionId = await give(unit);
  await eventually(() => expect(line.heldBytes()).toBeGreaterThan(0));
  expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "timeout", isOpened: false });
  await untilExpired(sessionId);
  line.release();

  await eventually(() => expect(on.summary().commands).toBe(1));
  await pause(500);
  expect(machine.isLocked(5)).toBe(true);
  expect(await app.row(sessionId)).toMatchObject({ state: "timeout", isOpened: false, facts: {} });
});

test("a unit whose time got stuck together with the command is not fooled by it", async () => {
  line.hold(connackBytes);
  const { unit, machine, on } = await switchOn();

  const sessionId = await give(unit);
  await app.row(sessionId, hasEnded);
  await untilExpired(sessionId);
  line.release();

  await eventually(() => expect(on.summary().commands).toBe(1));
  await pause(500);
  expect(machine.isLocked(5)).toBe(true);
  expect((await app.row(sessionId)).facts.opened).toBeUndefined();
});
