import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createFleet, type Fleet } from "../../simulator/fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { type CommandHouse, hasEnded, openCommandHouse } from "./command-house.ts";
import { openStuckLine, type StuckLine } from "./stuck-line.ts";

let line: StuckLine;
let fleet: Fleet | null;
const house = setUp(() => openCommandHouse(3));
beforeEach(async () => {
  line = await openStuckLine(house.mqttUrl);
  fleet = null;
});
afterEach(async () => {
  await fleet?.stop();
  await line.stop();
});

const connackBytes = 4;
/** A command that lies in the line is past its time by every clock. */
const untilExpired = async (sessionId: string) => {
  const { session } = await house.results(sessionId);
  await pause(Date.parse(session.expiresAt) + 500 - Date.now());
};

const switchOn = async () => {
  const unit = house.fresh();
  fleet = createFleet({ units: [unit], mqttUrl: line.mqttUrl, provisioningKey: null, liveEveryMs: 300, pace: 0.01 });
  await fleet.start();
  const [machine] = fleet.machines;
  if (!machine) throw new Error("a machine was switched on");
  return { unit, machine, on: fleet };
};
/** As soon as the gateway holds the unit, whatever the unit knows of it. */
const give = (unit: Parameters<CommandHouse["give"]>[1]) => eventually(() => house.give("open", unit, ["5"]));

test("the door opens when nothing gets stuck", async () => {
  const { unit } = await switchOn();

  const sessionId = await give(unit);

  expect(await house.row(sessionId, hasEnded)).toMatchObject({ state: "closed", isOpened: true });
});

test("a command that got stuck and comes out past its time opens nothing", async () => {
  const { unit, machine, on } = await switchOn();
  await eventually(() => expect(on.summary().stored).toBeGreaterThan(0));
  line.stick();

  const sessionId = await give(unit);
  await eventually(() => expect(line.stuckBytes()).toBeGreaterThan(0));
  expect(await house.row(sessionId, hasEnded)).toMatchObject({ state: "timeout", isOpened: false });
  await untilExpired(sessionId);
  line.release();

  await eventually(() => expect(on.summary().commands).toBe(1));
  await pause(500);
  expect(machine.isLocked(5)).toBe(true);
  expect(await house.row(sessionId)).toMatchObject({ state: "timeout", isOpened: false, facts: {} });
});

test("a unit whose time got stuck together with the command is not fooled by it", async () => {
  line.stick(connackBytes);
  const { unit, machine, on } = await switchOn();

  const sessionId = await give(unit);
  await house.row(sessionId, hasEnded);
  await untilExpired(sessionId);
  line.release();

  await eventually(() => expect(on.summary().commands).toBe(1));
  await pause(500);
  expect(machine.isLocked(5)).toBe(true);
  expect((await house.row(sessionId)).facts.opened).toBeUndefined();
});
