import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";

import { setUpGateway, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { connectProvisioning, connectUnit, listen } from "../testing/link-under-test.ts";

const gateway = setUpGateway();

const history = (serialNumber: string) =>
  gateway.stores.connectionHistory.find({ "meta.unit": serialNumber }).sort({ receivedAt: 1 }).toArray();
/** Event and reason of the connection's rows, once this many are stored. */
const whatHappened = async (serialNumber: string, rows: number) => {
  await until(`${rows} rows`, async () => (await history(serialNumber)).length >= rows);
  return (await history(serialNumber)).map(({ event, why }) => (why === null ? event : `${event}: ${why}`)).toSorted();
};
const unitOfMachine = async () => {
  const machine = await addMachine(gateway.parts);
  const { _id, serialNumber, secret } = await addUnit(gateway.parts, machine);
  return { _id, serialNumber, secret, machine: machine._id.toHexString() };
};
const { connected, left, replaced } = {
  connected: "connected",
  left: "disconnected: left",
  replaced: "disconnected: replaced",
};

test("every coming and going of a unit is kept, with its machine, its gateway and the reason", async () => {
  const { serialNumber, secret, machine } = await unitOfMachine();
  const first = await connectUnit(gateway, { serialNumber, secret });
  const second = await connectUnit(gateway, { serialNumber, secret });
  await first.closed();
  second.leave();

  expect(await whatHappened(serialNumber, 4)).toEqual([connected, connected, left, replaced]);
  const rows = await history(serialNumber);
  for (const row of rows) {
    expect(row.gateway).toBe(gateway.parts.gatewayId);
    expect(row.meta).toEqual({ unit: serialNumber, machine });
  }
  const ids = rows.map(({ connection }) => connection);
  expect(new Set(ids).size).toBe(2);
});

test("a unit that breaks the protocol goes with that reason", async () => {
  const { serialNumber, secret } = await unitOfMachine();
  const unit = await connectUnit(gateway, { serialNumber, secret });
  unit.publish("vm/v1/SOMEBODY-ELSE/up/live", "{}", 0);
  await unit.closed();
  expect(await whatHappened(serialNumber, 2)).toEqual([connected, "disconnected: foreign-topic"]);
});

test("a unit that is deleted has left the machine that it was at", async () => {
  const { serialNumber, secret, machine, _id } = await unitOfMachine();
  const unit = await connectUnit(gateway, { serialNumber, secret });
  await listen(unit, serialNumber);
  await whatHappened(serialNumber, 1);
  await gateway.stores.units.deleteOne({ _id });
  await unit.closed();

  expect(await whatHappened(serialNumber, 2)).toEqual([connected, "disconnected: deleted"]);
  for (const row of await history(serialNumber)) expect(row.meta.machine).toBe(machine);
});

test("the login that all unregistered units share leaves no trace in it", async () => {
  const unit = await connectProvisioning(gateway, "CU-NEW");
  unit.leave();
  const { serialNumber, secret } = await unitOfMachine();
  const known = await connectUnit(gateway, { serialNumber, secret });
  known.leave();
  await whatHappened(serialNumber, 2);
  expect(await history("CU-NEW")).toEqual([]);
});

test("a gateway that stops records it for every unit before it closes the database", async () => {
  const stopping = await startGatewayUnderTest({ beside: gateway });
  const logins = await Promise.all([unitOfMachine(), unitOfMachine(), unitOfMachine()]);
  const units = await Promise.all(logins.map((login) => connectUnit(stopping, login)));

  await stopping.stop();

  for (const unit of units) await unit.closed();
  for (const { serialNumber } of logins) {
    const rows = (await history(serialNumber)).map(({ event, why }) => why ?? event);
    expect(rows.toSorted()).toEqual(["connected", "stopping"]);
  }
});
