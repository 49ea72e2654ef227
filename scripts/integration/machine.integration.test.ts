import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { upTopic } from "#shared/events/machine-topics.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { addMachine, readMachine } from "#shared/machines/machine.api.ts";
import { listProfiles } from "#shared/profiles/profile.api.ts";
import { changeRegistered, listRequests, readRegistered, registerUnit } from "#shared/registration/registration.api.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { noFaults } from "../simulator/faults.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { planFleet } from "../simulator/plan.ts";
import { type App, openApp } from "./app.ts";

let app: App;
let others: Fleet[];
beforeEach(async () => {
  app = await openApp();
  others = [];
});
afterEach(async () => {
  await Promise.all(others.map((fleet) => fleet.stop()));
  await app.stop();
});

const plansOf = (machines: number) => planFleet(machines, 7, noFaults);

test("a machine's heartbeat reaches the live-status screen, by HTTP and by push", async () => {
  const [unit, silent] = await app.plant(plansOf(2));
  if (!unit || !silent) throw new Error("two machines were planted");
  const page = app.lookAtLiveStatus();
  await eventually(() => expect(page.status(unit.machineId)).toBe("Unavailable"));

  await app.switchOn([unit], 300);

  await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));
  const { liveStatus } = await app.operator.call(readLiveStatus, {});
  expect(liveStatus.find(({ _id }) => _id === unit.machineId)).toMatchObject({
    status: "Online",
    serialNumber: unit.plan.serialNumber,
  });
  expect(liveStatus.find(({ _id }) => _id === silent.machineId)).toMatchObject({ status: "Unavailable" });
  const first = page.row(unit.machineId)?.lastSeenOnline;
  await eventually(() => expect(page.row(unit.machineId)?.lastSeenOnline).not.toBe(first));
});

test("once its locks are acknowledged they are stored, every one of them", async () => {
  const [unit] = await app.plant(plansOf(1));
  if (!unit) throw new Error("a machine was planted");
  const fleet = await app.switchOn([unit]);
  await eventually(() => expect(fleet.summary().stored).toBe(1));

  const doors = await app.mongo.collections.doors.find({ serialNumber: unit.plan.serialNumber }).toArray();

  expect(doors.map(({ channel }) => channel).sort((a, b) => a - b)).toEqual(unit.plan.channels);
  expect(doors.every(({ isLocked }) => isLocked)).toBe(true);
});

test("a unit requests registration, an operator registers it with a machine, and it turns up online with a secret of its own", async () => {
  const [planted] = await app.plant(plansOf(1));
  const [, plan] = plansOf(2);
  if (!planted || !plan) throw new Error("there is a machine and another plan");
  const { productProfiles } = await app.operator.call(listProfiles, {});
  const { data: machine } = await app.operator.call(addMachine, {
    body: {
      name: plan.name,
      location: plan.location,
      vendingMachineId: "WALK-1",
      profile: productProfiles[0]?._id ?? "",
    },
  });
  const page = app.lookAtLiveStatus();
  const fleet = createFleet({ units: [{ plan, secret: null }], mqttUrl: app.mqttUrl, provisioningKey, pace: 0.01 });
  others.push(fleet);
  await fleet.start();
  await eventually(async () => {
    const { allRequests } = await app.operator.call(listRequests, {});
    expect(allRequests.map(({ serialNumber }) => serialNumber)).toEqual([plan.serialNumber]);
  });

  const { serialNumber, version, name } = plan;
  await app.operator.call(registerUnit, { body: { serialNumber, version, name, vendingMachine: machine._id } });

  await eventually(() => expect(page.status(machine._id)).toBe("Online"));
  expect((await app.operator.call(listRequests, {})).allRequests).toEqual([]);
  expect(fleet.summary()).toMatchObject({ unreadable: 0, states: { connected: 1 } });
});

test("a unit that is unauthorised is disconnected and refused, until it is authorised again", async () => {
  const [unit, neighbour] = await app.plant(plansOf(2));
  if (!unit || !neighbour) throw new Error("two machines were planted");
  const page = app.lookAtLiveStatus();
  const fleet = await app.switchOn([unit, neighbour], 300);
  await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));
  const { serialNumber } = unit.plan;
  const { vendingMachine } = await app.operator.call(readRegistered, { query: { serialNumber } });
  const _id = vendingMachine?._id ?? "";

  await app.operator.call(changeRegistered, { body: { _id, authorised: false } });

  await eventually(() => expect(fleet.machines[0]?.state()).toBe("refused"));
  await eventually(() => expect(page.status(unit.machineId)).toBe("Unavailable"));
  expect(page.status(neighbour.machineId)).toBe("Online");

  await app.operator.call(changeRegistered, { body: { _id, authorised: true } });

  await eventually(() => expect(fleet.machines[0]?.state()).toBe("connected"));
  await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));
});

const hasMosquitto = spawnSync("mosquitto_pub", ["--help"]).error === undefined;

test.skipIf(!hasMosquitto)(
  `mosquitto_pub acts as a machine${hasMosquitto ? "" : " (skipped: mosquitto_pub is not installed here)"}`,
  async () => {
    const [unit] = await app.plant(plansOf(1));
    if (!unit) throw new Error("a machine was planted");
    const page = app.lookAtLiveStatus();
    await eventually(() => expect(page.status(unit.machineId)).toBe("Unavailable"));
    const { serialNumber } = unit.plan;
    const { hostname, port } = new URL(app.mqttUrl);
    const login = ["-V", "mqttv311", "-k", "30", "-i", serialNumber, "-u", serialNumber, "-P", unit.secret];
    const live = { strength: -67, version: "2.4.1", uptime: 60, at: new Date().toISOString() };

    // Never the blocking kind: its gateway runs in this process.
    await promisify(execFile)("mosquitto_pub", [
      ...["-h", hostname, "-p", port, ...login, "-q", "0"],
      ...["-t", upTopic(serialNumber, "live"), "-m", JSON.stringify(live)],
    ]);

    await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));
    const { vendingMachine } = await app.operator.call(readMachine, { params: { id: unit.machineId } });
    expect(vendingMachine).toMatchObject({ live: true, strength: -67 });
  },
);
