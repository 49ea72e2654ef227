import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { demoUnits, waitingUnits } from "../seed/demo-units.ts";
import { type DemoUnit, demoFaults, demoSeed, startDemoFleet } from "./demo-fleet.ts";
import { planUnit } from "./plan.ts";
import { bareProvisioningKey, openBareGateway } from "./testing/bare-gateway.ts";

test("the trial's fleet has something of everything that can go wrong, and most of it works", () => {
  const plans = demoUnits("any secret").map(({ serialNumber, channels }) =>
    planUnit(demoSeed, serialNumber, channels, demoFaults),
  );
  const count = (has: (plan: (typeof plans)[number]) => boolean) => plans.filter(has).length;

  expect(count(({ faults }) => faults.slow)).toBeGreaterThan(0);
  expect(count(({ faults }) => faults.deaf)).toBeGreaterThan(0);
  expect(count(({ faults }) => faults.jammedChannels.length > 0)).toBeGreaterThan(0);
  expect(count(({ faults }) => faults.dropsOut)).toBeGreaterThan(0);
  expect(count(({ faults }) => faults.clockAheadMs !== 0)).toBeGreaterThan(0);
  expect(count(({ faults }) => !faults.deaf && !faults.slow && !faults.dropsOut)).toBeGreaterThan(plans.length / 2);
});

test("registered units come with their own secret, the waiting ones send requests, and a registered one is remembered", async () => {
  const gateway = await openBareGateway();
  const known = demoUnits("any secret").slice(0, 3);
  for (const { serialNumber, secret } of known) gateway.register(serialNumber, secret);
  const waiting: DemoUnit[] = waitingUnits.map((unit) => ({ ...unit, secret: null }));
  const remembered: [string, string][] = [];
  const fleet = await startDemoFleet({
    mqttUrl: gateway.mqttUrl,
    provisioningKey: bareProvisioningKey,
    units: [...known, ...waiting],
    seed: demoSeed,
    onRegistered: (serialNumber, { secret }) => remembered.push([serialNumber, secret]),
  });
  try {
    await eventually(() => expect(gateway.heard.register).toHaveLength(2));
    const [first = ""] = waiting.map(({ serialNumber }) => serialNumber);

    gateway.register(first, "its-secret");

    await eventually(() => expect(fleet.summary().states).toMatchObject({ connected: 4, asking: 1 }));
    expect(remembered).toEqual([[first, "its-secret"]]);
  } finally {
    await fleet.stop();
    await gateway.stop();
  }
  expect(gateway.broken).toEqual([]);
});
