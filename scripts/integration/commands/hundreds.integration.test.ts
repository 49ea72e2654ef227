import { afterAll, beforeAll, expect, test } from "vitest";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openInstallation } from "../../bench/installation.ts";
import { pause } from "../../simulator/pause.ts";
import { type AutoUnit, createAutoUnit } from "./auto-unit.ts";
import { judge, nothingWrong } from "./judge.ts";

/** `MACHINES=200` has a thousand sessions. */
const machines = Number(process.env.MACHINES ?? 40);
const [sessionsEach, operatorsAtOnce] = [5, 50];
let units: AutoUnit[];

const two = { gateways: [{}, {}], workers: [{}, {}], onDisk: false };
const app = setUp(() => openInstallation({ ...two, machines }, () => undefined));
beforeAll(async () => {
  units = app.units.map((unit, place) =>
    createAutoUnit(unit, () => app.gateways[place % app.gateways.length]?.mqttUrl ?? ""),
  );
  for (const unit of units) {
    unit.start();
    await pause(10);
  }
  const { units: known } = app.mongo.collections;
  const { doors } = app.mongo.collections;
  await Promise.all(units.map((unit) => unit.sayLocks([{ channel: 1, isLocked: true }], true)));
  expect(await doors.countDocuments()).toBe(await known.countDocuments());
});
afterAll(() => Promise.all((units ?? []).map((unit) => unit.stop())));

test("hundreds of sessions on many machines end, in each machine's order, though a worker is killed on the way", async () => {
  const [worker] = app.workers;
  if (!worker) throw new Error("a worker was started");
  const operators = [app.operator(0), app.operator(1)];
  let next = 0;
  let given = machines * sessionsEach;
  const press = async () => {
    while (next < machines * sessionsEach) {
      const n = next++;
      const { plan } = app.units[n % machines] ?? {};
      const body = {
        vendingMachineId: plan?.vendingMachineId ?? "",
        containers: [String(1 + Math.floor(n / machines))],
      };
      // Where the machine that runs this is slow, a request may be given up and its session stored all the same.
      await operators[n % 2]?.call(openContainers, { body }).catch(() => {
        given -= 1;
      });
    }
  };
  const requested = Array.from({ length: operatorsAtOnce }, press);
  await pause(500);
  await worker.kill();
  await worker.start();
  await Promise.all(requested);

  await eventually(async () => expect(await judge(app.mongo, units)).toEqual(nothingWrong), {
    timeout: 120_000,
    interval: 500,
  });

  const sessions = await app.mongo.collections.sessions.find().sort({ createdAt: 1, _id: 1 }).toArray();
  expect(sessions.length).toBeGreaterThanOrEqual(given);
  expect(given).toBeGreaterThan(machines);
  for (const unit of units) {
    const [{ command } = {}] = unit.heard;
    const machine = sessions.find(({ commandId }) => commandId === command?.commandId)?.machine;
    const order = sessions.filter((session) => session.machine.equals(machine ?? "")).map(({ commandId }) => commandId);
    const heard = unit.heard.map((one) => one.command.commandId);
    expect(heard).toEqual(order.filter((id) => heard.includes(id)));
  }
});
