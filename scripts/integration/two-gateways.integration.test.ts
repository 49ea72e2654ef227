import { Redis } from "ioredis";
import { ObjectId } from "mongodb";
import { afterEach, beforeAll, expect, test } from "vitest";
import { changeMachine } from "#shared/machines/machine.api.ts";
import { createRedisKeys } from "#shared/runtime/redis-keys.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import type { LiveClient } from "../../web/live/live-client.ts";
import { openInstallation } from "../bench/installation.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import type { GatewayProcess } from "./gateway-process.ts";
import { type LiveStatusPage, openLiveStatusPage } from "./live-status-page.ts";
import { openBrowser, openMachinePage } from "./machine-page.ts";
import type { PlantedUnit } from "./planted.ts";

let first: GatewayProcess;
let second: GatewayProcess;
const browsers: LiveClient[] = [];
const pages: LiveStatusPage[] = [];
const fleets: Fleet[] = [];

/** A Redis that is filled for the first time has every page load again, a moment after the gateways are ready. */
const holdNobody = async (redisUrl: string): Promise<void> => {
  const redis = new Redis(redisUrl);
  await redis.set(createRedisKeys("cansole").presenceLoaded, "nobody yet");
  redis.disconnect();
};

const app = setUp(() =>
  openInstallation(
    {
      machines: 4,
      gateways: [{}, {}],
      workers: [],
      onDisk: false,
      env: async ({ redisUrl }) => {
        await holdNobody(redisUrl);
        return {};
      },
    },
    () => undefined,
  ),
);
beforeAll(() => {
  const [one, other] = app.gateways;
  if (!one || !other) throw new Error("two gateways were started");
  [first, second] = [one, other];
});
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close();
  for (const page of pages.splice(0)) page.close();
  await Promise.all(fleets.splice(0).map((fleet) => fleet.stop()));
});

const unitAt = (place: number): PlantedUnit => {
  const unit = app.units[place];
  if (!unit) throw new Error(`only ${app.units.length} machines were planted`);
  return unit;
};
const lookAt = async ({ url }: GatewayProcess, machineId: string) => {
  const { token } = app;
  const browser = openBrowser({ url, token });
  browsers.push(browser);
  await eventually(() => expect(browser.connected()).toBe(true));
  return openMachinePage(browser, { url, token, machineId });
};
const lookAtLiveStatus = ({ url }: GatewayProcess) => {
  const { silentAfterSeconds } = defaultLimits;
  const page = openLiveStatusPage({ url, token: app.token, silentAfterSeconds });
  pages.push(page);
  return page;
};
const switchOn = async (unit: PlantedUnit, { mqttUrl }: GatewayProcess) => {
  const fleet = createFleet({ units: [unit], mqttUrl, provisioningKey, liveEveryMs: 300, pace: 0.01 });
  fleets.push(fleet);
  await fleet.start();
  return fleet;
};
/** As a migration or a person at the database's shell would. */
const rename = (machineId: string, name: string) =>
  app.mongo.collections.machines.updateOne({ _id: new ObjectId(machineId) }, { $set: { name }, $inc: { rev: 1 } });

test("a machine at one gateway turns online on screens at both", async () => {
  const unit = unitAt(0);
  const [here, there] = [lookAtLiveStatus(first), lookAtLiveStatus(second)];
  await eventually(() => expect([here.loaded(), there.loaded()]).toEqual([true, true]));

  await switchOn(unit, first);

  await eventually(() => expect(here.status(unit.machineId)).toBe("Online"));
  await eventually(() => expect(there.status(unit.machineId)).toBe("Online"));
});

test("a unit that turns up at another gateway is disconnected by the previous one", async () => {
  const unit = unitAt(1);
  const held = await switchOn(unit, first);
  await eventually(() => expect(held.machines[0]?.state()).toBe("connected"));

  const moved = await switchOn(unit, second);

  await eventually(() => expect(moved.machines[0]?.state()).toBe("connected"));
  await eventually(() => expect(held.machines[0]?.state()).not.toBe("connected"));
});

test("an edit at one gateway is on the screens of both", async () => {
  const { machineId } = unitAt(2);
  const [here, there] = [await lookAt(first, machineId), await lookAt(second, machineId)];
  await eventually(() => expect([here.isLoaded(), there.isLoaded()]).toEqual([true, true]));

  await app.operator(0).call(changeMachine, {
    params: { id: machineId },
    body: { name: "Edited once" },
  });

  await eventually(() => expect([here.shown()?.name, there.shown()?.name]).toEqual(["Edited once", "Edited once"]));
});

test("a record changed straight in the database is pushed to every screen, without another load", async () => {
  const { machineId } = unitAt(2);
  const looking = await Promise.all([first, first, second, second].map((gateway) => lookAt(gateway, machineId)));
  await eventually(() => expect(looking.every((page) => page.isLoaded())).toBe(true));

  for (let time = 1; time <= 5; time++) {
    await rename(machineId, `Renamed ${time}`);
    await eventually(() =>
      expect(new Set(looking.map((page) => page.shown()?.name))).toEqual(new Set([`Renamed ${time}`])),
    );
  }

  for (const page of looking) expect(page.states()).toHaveLength(6);
});

test("a gateway killed between a write and its push loses no event for those who watch it", async () => {
  const { machineId } = unitAt(3);
  const [here, there] = [await lookAt(first, machineId), await lookAt(second, machineId)];
  await eventually(() => expect([here.isLoaded(), there.isLoaded()]).toEqual([true, true]));
  const before = here.shown()?.name;

  // Frozen first, so that the write certainly comes before the push that the kill prevents.
  first.freeze();
  await rename(machineId, "Written while it was dying");
  await eventually(() => expect(there.shown()?.name).toBe("Written while it was dying"));
  expect(here.shown()?.name).toBe(before);
  await first.kill();
  await first.start();

  await eventually(() => expect(here.shown()?.name).toBe("Written while it was dying"));
  await rename(machineId, "Written after it came back");
  await eventually(() => expect(here.shown()?.name).toBe("Written after it came back"));
});

test("machines of a killed gateway come back by themselves, and screens elsewhere see them all the time", async () => {
  const unit = unitAt(0);
  const page = lookAtLiveStatus(second);
  const fleet = await switchOn(unit, first);
  await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));

  await first.kill();
  await eventually(() => expect(fleet.machines[0]?.state()).not.toBe("connected"));
  const lastBeat = page.row(unit.machineId)?.lastSeenOnline;
  await first.start();

  await eventually(() => expect(fleet.machines[0]?.state()).toBe("connected"));
  await eventually(() => expect(page.row(unit.machineId)?.lastSeenOnline).not.toBe(lastBeat));
  expect(page.status(unit.machineId)).toBe("Online");
});
