import supertest from "supertest";
import { expect, test, vi } from "vitest";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { signedInAt } from "../testing/operator.ts";
import { deliverCommand, listening } from "./testing/given-command.ts";
import { heardOn, heartbeat, up } from "./testing/link-under-test.ts";

// MongoDB and the tests share one computer, so its clock is this process's.
test.each([
  [15_000, "15.0 s ahead of MongoDB's"],
  [-15_000, "15.0 s behind MongoDB's"],
])(
  "a gateway whose clock is off by %i ms is not ready, and sends units MongoDB's time all the same",
  async (ms, words) => {
    const gateway = await gatewayOfTest({ standingClock: true });
    gateway.clock.advance(ms);
    await eventually(async () => {
      // It stands still: what it is off by changes while the test runs.
      gateway.clock.advance(Date.now() + ms - gateway.clock.now());
      await gateway.parts.databaseClock.measure();
      const { status, body } = await supertest(gateway.url).get("/readyz");
      expect({ status, clock: body.clock }).toEqual({ status: 503, clock: "unset" });
      expect(body.error).toBe(`Not ready: this computer's clock is ${words}: set both by NTP`);
    });
    const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const before = Date.now();

    const unit = await listening(gateway, login);
    const published = Date.parse(String(heardOn(unit, "time")[0]?.now));
    const { commandId } = await deliverCommand(gateway, unit, login.serialNumber);

    expect(published).toBeGreaterThanOrEqual(before);
    expect(published).toBeLessThan(Date.now() + 2_000);
    const command = await gateway.stores.commands.findOne({ _id: commandId });
    expect(command?.sentAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(command?.sentAt?.getTime()).toBeLessThanOrEqual(Date.now());
    unit.leave();
  },
);

test("units of a MongoDB whose clock is set back connect anew, and are told the earlier time", async () => {
  const gateway = await gatewayOfTest();
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = await listening(gateway, login);
  const { mongo, databaseClock } = gateway.parts;
  const read = mongo.serverTime;
  vi.spyOn(mongo, "serverTime").mockImplementation(async () => (await read()) - 15_000);

  await databaseClock.measure();

  await unit.closed();
  const again = await listening(gateway, login);
  expect(Date.parse(String(heardOn(again, "time")[0]?.now))).toBeLessThan(Date.now() - 10_000);
  again.leave();
});

test.each([600_000, -600_000])(
  "a machine is Online or Offline alike where MongoDB's clock is %i ms ahead of Redis's",
  async (ms) => {
    const gateway = await gatewayOfTest({ limits: { silentAfterSeconds: 3 } });
    const { mongo, databaseClock } = gateway.parts;
    const read = mongo.serverTime;
    vi.spyOn(mongo, "serverTime").mockImplementation(async () => (await read()) + ms);
    await databaseClock.measure();
    const operator = await signedInAt(gateway);
    const machine = await addMachine(gateway.parts);
    const login = await addUnit(gateway.parts, machine);
    const row = async (): Promise<LiveStatusRow> =>
      (await operator.get("/vending-machines/live-status")).body.liveStatus.find(
        ({ vendingMachineId }: LiveStatusRow) => vendingMachineId === machine.vendingMachineId,
      );
    const unit = await listening(gateway, login);

    // A busy machine may look once the unit is silent again.
    const online = await eventually(async () => {
      unit.publish(up(login.serialNumber, "live"), heartbeat);
      const seen = await row();
      expect(seen.status).toBe("Online");
      return seen;
    });
    expect(Math.abs(Date.parse(online.lastSeenOnline ?? "") - databaseClock.now())).toBeLessThan(60_000);
    unit.leave();
    await eventually(async () => expect((await row()).status).toBe("Offline"));
  },
);
