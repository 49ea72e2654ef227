import { afterEach, beforeEach, expect, test } from "vitest";
import { VendingMachineId } from "#shared/machines/machine.schema.ts";
import { SerialNumber } from "#shared/registration/registration.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { noFaults } from "./faults.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { planFleet, planUnit } from "./plan.ts";
import { type BareGateway, openBareGateway } from "./testing/bare-gateway.ts";

let gateway: BareGateway;
let fleet: Fleet | null;

beforeEach(async () => {
  gateway = await openBareGateway();
  fleet = null;
});
afterEach(async () => {
  await fleet?.stop();
  await gateway.stop();
  expect(gateway.broken).toEqual([]);
});

const rates = { slow: 0.1, deaf: 0.1, jammed: 0.05, dropouts: 0.02, wrongClock: 0.02 };

test("the same seed is the same fleet, another seed another one", () => {
  expect(planFleet(200, 7, rates)).toEqual(planFleet(200, 7, rates));
  expect(planFleet(200, 7, rates)).not.toEqual(planFleet(200, 8, rates));
});

test("a larger fleet begins with the smaller one", () => {
  expect(planFleet(50, 7, rates).slice(0, 20)).toEqual(planFleet(20, 7, rates));
});

test("about as many machines have a fault as the rate says, and none has one that was not requested", () => {
  const planned = planFleet(2_000, 7, rates).map((plan) => plan.faults);
  const share = (has: (faults: (typeof planned)[number]) => boolean) => planned.filter(has).length / planned.length;

  expect(share(({ deaf }) => deaf)).toBeCloseTo(0.1, 1);
  expect(share(({ jammedChannels }) => jammedChannels.length > 0)).toBeCloseTo(0.05, 1);
  expect(share(({ clockAheadMs }) => clockAheadMs !== 0)).toBeGreaterThan(0);
  for (const { faults: none } of planFleet(200, 7, noFaults))
    expect(none).toEqual({ slow: false, deaf: false, jammedChannels: [], dropsOut: false, clockAheadMs: 0 });
});

test("raising one fault's rate never changes who has another", () => {
  const few = planFleet(300, 7, rates).map(({ faults }) => faults.jammedChannels);
  const many = planFleet(300, 7, { ...rates, deaf: 0.9 }).map(({ faults }) => faults.jammedChannels);

  expect(many).toEqual(few);
});

test("names and serial numbers are ones that the console takes, each only once", () => {
  const plans = planFleet(1_200, 7, rates);

  for (const { serialNumber } of plans) expect(SerialNumber.safeParse(serialNumber).success).toBe(true);
  for (const { vendingMachineId } of plans) expect(VendingMachineId.safeParse(vendingMachineId).success).toBe(true);
  expect(new Set(plans.map(({ serialNumber }) => serialNumber)).size).toBe(1_200);
});

test("a hundred machines connect, beat and answer beside each other", async () => {
  const plans = planFleet(100, 7, noFaults);
  for (const { serialNumber } of plans) gateway.register(serialNumber, `secret of ${serialNumber}`);
  fleet = createFleet({
    units: plans.map((plan) => ({ plan, secret: `secret of ${plan.serialNumber}` })),
    mqttUrl: gateway.mqttUrl,
    provisioningKey: null,
    liveEveryMs: 500,
    pace: 0.01,
    connectsPerSecond: 1_000,
  });
  await fleet.start();
  await eventually(() => expect(fleet?.summary().stored).toBeGreaterThanOrEqual(100));

  for (const { serialNumber } of plans)
    gateway.command(serialNumber, { commandId: `ping ${serialNumber}`, type: "ping" });

  await eventually(() => expect(gateway.heard.result).toHaveLength(100));
  expect(fleet.summary()).toMatchObject({ machines: 100, commands: 100, unreadable: 0 });
  expect(fleet.summary().states.connected).toBe(100);
});

test("a stopped fleet has said goodbye: no connection is left", async () => {
  const plan = planUnit(7, "CU-1", [1], noFaults);
  gateway.register("CU-1", "s3cret");
  fleet = createFleet({ units: [{ plan, secret: "s3cret" }], mqttUrl: gateway.mqttUrl, provisioningKey: null });
  await fleet.start();
  await eventually(() => expect(gateway.connected()).toBe(1));

  await fleet.stop();

  await eventually(() => expect(gateway.connected()).toBe(0));
  expect(fleet.summary().states.off).toBe(1);
});
