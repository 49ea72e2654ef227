import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { connectUnit, heartbeat, sayAcknowledged, up } from "../testing/link-under-test.ts";

const gateway = setUpGateway({ standingClock: true });
const kept = keepUnits();
const connected = async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  return { unit: kept(await connectUnit(gateway, login)), serialNumber: login.serialNumber };
};

test("the firmware that a heartbeat names is shown with the unit, without being an operator's edit", async () => {
  const { unit, serialNumber } = await connected();
  await sayAcknowledged(unit, up(serialNumber, "live"), { ...heartbeat, version: "9.9.1" }, 1);
  const { units: records } = gateway.stores;
  await until("the new version", async () => (await records.findOne({ serialNumber }))?.version === "9.9.1");
  expect((await records.findOne({ serialNumber }))?.rev).toBe(0);
});

test("a unit that names another firmware with each heartbeat is given one a minute in its record", async () => {
  const { unit, serialNumber } = await connected();
  const { units: records } = gateway.stores;
  const versionOf = async (of: string) => (await records.findOne({ serialNumber: of }))?.version;
  const name = (version: string, id: number) =>
    sayAcknowledged(unit, up(serialNumber, "live"), { ...heartbeat, version }, id);
  await name("1.1", 1);
  await until("the first", async () => (await versionOf(serialNumber)) === "1.1");

  for (let id = 2; id < 9; id += 1) await name(`1.${id}`, id);
  const other = await connected();
  await sayAcknowledged(other.unit, up(other.serialNumber, "live"), { ...heartbeat, version: "7.7" }, 1);
  await until("what another one named later", async () => (await versionOf(other.serialNumber)) === "7.7");
  expect(await versionOf(serialNumber)).toBe("1.1");

  gateway.clock.advance(60_000);
  await name("1.9", 9);
  await until("the last", async () => (await versionOf(serialNumber)) === "1.9");
});
