import { expect, onTestFinished, test } from "vitest";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { until } from "#shared/testing/eventually.ts";

import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway({ standingClock: true });
const operator = setUpOperator(gateway);

const rowOf = async (machine: { vendingMachineId: string }): Promise<LiveStatusRow | undefined> =>
  (await operator.get("/vending-machines/live-status")).body.liveStatus.find(
    (row: LiveStatusRow) => row.vendingMachineId === machine.vendingMachineId,
  );
const read = async (machine: { _id: object }): Promise<Machine> =>
  (await operator.get(`/vending-machines/${machine._id}`)).body.vendingMachine;
const now = () => new Date(gateway.clock.now());

/** A machine whose unit has just reported. */
const heardMachine = async (strength: number | null, at = now()) => {
  const machine = await addMachine(gateway.parts);
  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  onTestFinished(client.end);
  await client.beat(strength, at);
  await until("the unit to be heard", async () => {
    const row = await rowOf(machine);
    return row?.lastSeenOnline && row.strength === strength;
  });
  return { machine, unit, client };
};

test("a unit that has just reported makes its machine Online, with its strength", async () => {
  const { machine, unit } = await heardMachine(-61);

  expect(await rowOf(machine)).toEqual({
    _id: machine._id.toHexString(),
    name: machine.name,
    vendingMachineId: machine.vendingMachineId,
    status: "Online",
    lastSeenOnline: now().toISOString(),
    strength: -61,
    serialNumber: unit.serialNumber,
    rattling: null,
  });
  expect(await read(machine)).toMatchObject({
    live: true,
    lastSeenOnline: now().toISOString(),
    strength: -61,
    telemetry: { strength: -61, firmware: "1.0.0" },
    unit: { serialNumber: unit.serialNumber, authorised: true },
  });
});

test("it stays Online in the 75th second of silence, is Offline after it, and Online again when it reports", async () => {
  const { machine, client } = await heardMachine(-70);
  const heardAt = now();

  gateway.clock.advance(75_000);
  expect(await rowOf(machine)).toMatchObject({ status: "Online" });
  expect(await read(machine)).toMatchObject({ live: true });

  gateway.clock.advance(1);
  expect(await rowOf(machine)).toMatchObject({ status: "Offline", lastSeenOnline: heardAt.toISOString() });
  expect(await read(machine)).toMatchObject({ live: false, lastSeenOnline: heardAt.toISOString() });

  await client.beat(-71, now());
  await until("Online again", async () => (await rowOf(machine))?.status === "Online");
});

test("a machine whose unit never reported, and one without a unit, are Unavailable", async () => {
  const silent = await addMachine(gateway.parts);
  const { serialNumber } = await addUnit(gateway.parts, silent);
  const bare = await addMachine(gateway.parts);

  const nothing = { status: "Unavailable", lastSeenOnline: null, strength: null };
  expect(await rowOf(silent)).toMatchObject({ ...nothing, serialNumber });
  expect(await rowOf(bare)).toMatchObject({ ...nothing, serialNumber: null });
  expect(await read(bare)).toMatchObject({ live: false, unit: null, lastSeenOnline: null });
});

test("an unauthorised unit leaves its machine Unavailable, and the machine's page still says when it was heard", async () => {
  const { machine, unit } = await heardMachine(-50);

  await operator.put("/vending-machines/registered-vending-machine", { _id: `${unit._id}`, authorised: false });

  expect(await rowOf(machine)).toMatchObject({ status: "Unavailable", serialNumber: null, lastSeenOnline: null });
  expect(await read(machine)).toMatchObject({
    live: false,
    unit: { serialNumber: unit.serialNumber, authorised: false },
    lastSeenOnline: expect.any(String),
  });
});

test("a deactive machine is Online all the same", async () => {
  const { machine } = await heardMachine(-80);

  await operator.put(`/vending-machines/${machine._id}`, { active: false });

  expect(await rowOf(machine)).toMatchObject({ status: "Online" });
  expect(await read(machine)).toMatchObject({ active: false, live: true });
});

test("a unit whose clock is off by more than a minute is said to be, others are not", async () => {
  const wrong = await heardMachine(-40, new Date(gateway.clock.now() - 300_000));
  const right = await heardMachine(-40, new Date(gateway.clock.now() - 20_000));

  const offset = await until("the offset", async () => (await read(wrong.machine)).clockOffsetSeconds);
  expect(Math.abs(offset)).toBe(300);
  expect((await read(right.machine)).clockOffsetSeconds).toBeNull();
});

test("the list has every machine once, by name, as of one moment", async () => {
  const { body } = await operator.get("/vending-machines/live-status");

  expect(body.asOf).toMatch(/^[0-9a-f]{16}$/);
  const names = body.liveStatus.map(({ name }: LiveStatusRow) => name);
  expect(names).toEqual([...names].sort());
  expect(names).toHaveLength(await gateway.stores.machines.countDocuments());
});
