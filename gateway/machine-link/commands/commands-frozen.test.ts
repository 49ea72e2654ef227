import { afterEach, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startPrivateServices } from "../../../scripts/testing/private-services.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import {
  commanded,
  deliverCommand,
  giveCommand,
  listening,
  report,
  rowOf,
  signal,
  stateOf,
  wokenUp,
} from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, up } from "../testing/link-under-test.ts";

const kept = keepUnits();
const stores = setUp(startPrivateServices);
const gateway = setUpGateway({ stores, limits: { commandStoreMs: 2_000 } });

afterEach(() => stores.thaw());

const unitHere = async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = kept(await listening(gateway, login));
  return { login, unit, serialNumber: login.serialNumber };
};

test("a fact while MongoDB is frozen has no PUBACK; said again over the next connection it is stored once", async () => {
  const { login, unit, serialNumber } = await unitHere();
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber);
  await until("it is noted as sent", async () => (await rowOf(gateway, session)).sentAt);
  const opened = { commandId, channel: 1, fact: "opened", at, boot: "b1", seq: 1 } as const;

  await stores.freeze("mongo");
  unit.publish(up(serialNumber, "result"), opened, 1, 7);
  await unit.closed();
  expect(unit.acknowledged()).not.toContain(7);
  stores.thaw();

  const again = kept(await until("it is let in again", () => listening(gateway, login).catch(() => null), 60_000));
  await report(again, serialNumber, opened);
  const row = await rowOf(gateway, session);
  expect(row).toMatchObject({ factCount: 1, facts: { opened: { seq: 1, late: false } } });
});

test("a command whose claim is not answered in time is not written, not even when the answer comes", async () => {
  const { unit, serialNumber } = await unitHere();
  const { commandId, session } = await giveCommand(gateway, serialNumber);
  const { units: records } = gateway.stores;
  // The claim alone is late: the command and its unit have been read by then.
  const read = records.findOne.bind(records);
  let isFrozen = false;
  records.findOne = (async (...args: Parameters<typeof read>) => {
    const found = await read(...args);
    await stores.freeze("mongo");
    isFrozen = true;
    return found;
  }) as typeof records.findOne;

  await signal(gateway, commandId);
  await until("the claim is asked", () => isFrozen);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  records.findOne = read;
  stores.thaw();

  await until("it is said that it was not sent", async () => (await stateOf(gateway, commandId)) === "expired");
  expect((await rowOf(gateway, session)).sentAt).toBeNull();
  const next = await deliverCommand(gateway, unit, serialNumber);
  expect(commanded(unit)).toEqual([next.commandId]);
});

test("a command that is signalled while MongoDB is frozen is sent once it is signalled again", async () => {
  const { unit, serialNumber } = await unitHere();
  const { commandId } = await giveCommand(gateway, serialNumber);
  await stores.freeze("mongo");
  await signal(gateway, commandId);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(commanded(unit)).toEqual([]);
  stores.thaw();

  await until("the command", async () => {
    await signal(gateway, commandId);
    return commanded(unit).length > 0;
  });
  expect(commanded(unit)).toEqual([commandId]);
});

test("with Redis frozen facts are stored and acknowledged all the same, and workers are notified later", async () => {
  const { unit, serialNumber } = await unitHere();
  const { commandId, session, sessionId } = await deliverCommand(gateway, unit, serialNumber);
  const woken = async () => (await wokenUp(gateway)).filter((id) => id === sessionId).length;
  await until("it is noted as sent", async () => (await woken()) === 1);
  await stores.freeze("redis");

  for (const fact of ["acknowledged", "opened", "closed"] as const)
    await report(unit, serialNumber, { commandId, channel: 1, fact });

  expect((await rowOf(gateway, session)).factCount).toBe(3);
  stores.thaw();
  await until("workers are woken up", async () => (await woken()) > 1);
});
