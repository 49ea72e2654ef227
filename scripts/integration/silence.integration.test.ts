import { expect, test } from "vitest";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpEach } from "#shared/testing/set-up.ts";
import { noFaults } from "../simulator/faults.ts";
import { planFleet } from "../simulator/plan.ts";
import { openApp } from "./app.ts";

const app = setUpEach(() => openApp({ silentAfterSeconds: 3, sweepEveryMs: 100 }));

const statusByHttp = async (machineId: string) => {
  const { liveStatus } = await app.operator.call(readLiveStatus, {});
  return liveStatus.find(({ _id }) => _id === machineId)?.status;
};

test("a machine that falls silent is announced once to every screen, and nobody else is", async () => {
  const units = await app.plant(planFleet(3, 7, noFaults));
  const [silent, ...talking] = units;
  if (!silent) throw new Error("machines were planted");
  const pages = [app.lookAtLiveStatus(), app.lookAtLiveStatus()];
  const fleet = await app.switchOn(units, 300);
  for (const { machineId } of units)
    await eventually(() => expect(pages.map((page) => page.status(machineId))).toEqual(["Online", "Online"]));

  await fleet.machines[0]?.stop();

  for (const page of pages) {
    await eventually(() => expect(page.silences(silent.plan.serialNumber)).toBe(1));
    expect(page.status(silent.machineId)).toBe("Offline");
    for (const { plan, machineId } of talking) {
      expect(page.status(machineId)).toBe("Online");
      expect(page.silences(plan.serialNumber)).toBe(0);
    }
  }
  expect(await statusByHttp(silent.machineId)).toBe("Offline");
  // Gateway and workers both sweep every 100 ms: a second announcement would have come by now.
  const beats = pages[0]?.row(talking[0]?.machineId ?? "")?.lastSeenOnline;
  await eventually(() => expect(pages[0]?.row(talking[0]?.machineId ?? "")?.lastSeenOnline).not.toBe(beats));
  for (const page of pages) expect(page.silences(silent.plan.serialNumber)).toBe(1);
});

test("silence is noticed although the gateway was restarted in between", async () => {
  const units = await app.plant(planFleet(2, 7, noFaults));
  const [silent, talking] = units;
  if (!silent || !talking) throw new Error("two machines were planted");
  const page = app.lookAtLiveStatus();
  const fleet = await app.switchOn(units, 300);
  await eventually(() => expect(page.status(silent.machineId)).toBe("Online"));
  await fleet.machines[0]?.stop();

  await app.stopGateway();
  await eventually(() => expect(page.link()).toBe("disconnected"));
  await app.startGatewayAgain();

  await eventually(() => expect(page.link()).toBe("connected"));
  await eventually(() => expect(page.status(silent.machineId)).toBe("Offline"));
  await eventually(async () => expect(await statusByHttp(silent.machineId)).toBe("Offline"));
  await eventually(() => expect(page.status(talking.machineId)).toBe("Online"));
  await eventually(async () => expect(await statusByHttp(talking.machineId)).toBe("Online"));
});
