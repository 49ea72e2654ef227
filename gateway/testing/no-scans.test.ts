import { expect, test } from "vitest";
import { type Profiled, profiled } from "#shared/runtime/testing/profiled.ts";
import { setUpGateway } from "./gateway-under-test.ts";
import { addMachine, addProfile, addRequest, addUnit } from "./network.ts";
import { signedInAt } from "./operator.ts";

const gateway = setUpGateway();

const conditionOf = ({ filter, q, query }: Profiled["command"]) => filter ?? q ?? query ?? {};

test("no call looks for a record by reading a whole collection", async () => {
  const { mongo } = gateway.parts;
  const operator = await signedInAt(gateway, "admin");
  const { _id: profile } = await addProfile(gateway.parts);
  const [machine, spare, target] = await Promise.all([
    addMachine(gateway.parts, { profile }),
    addMachine(gateway.parts, { profile }),
    addMachine(gateway.parts, { profile }),
  ]);
  const unit = await addUnit(gateway.parts, machine);
  const [{ serialNumber }, unwanted] = [await addRequest(gateway.parts), await addRequest(gateway.parts)];
  const at = "/vending-machines";
  const unitPath = `${at}/registered-vending-machine`;
  const answers: Awaited<ReturnType<typeof operator.get>>[] = [];
  const calls = async () => [
    await operator.get(at),
    await operator.get(`${at}/${machine._id}`),
    await operator.get(`${at}/live-status`),
    await operator.get(`${at}/register-request`),
    await operator.get(`${at}/all-registered-vending-machines`),
    await operator.get(`${at}/available-vending-machines-registration`),
    await operator.get(`${unitPath}?serialNumber=${serialNumber}`),
    await operator.get(`${unitPath}?serialNumber=${unit.serialNumber}`),
    await operator.get("/product-profiles/profiles"),
    await operator.post(at, { name: "New", vendingMachineId: "VM-new", location: "Hall", profile: `${profile}` }),
    await operator.put(`${at}/${machine._id}`, { name: "Renamed", rev: 0 }),
    await operator.post(`${at}/register-request`, { serialNumber, name: "Unit", vendingMachine: `${spare._id}` }),
    await operator.delete(`${at}/register-request`, { serialNumber: unwanted.serialNumber }),
    await operator.put(unitPath, { _id: `${unit._id}`, vendingMachine: `${target._id}` }),
    await operator.post(`${unitPath}/new-secret`, { _id: `${unit._id}` }),
    await operator.delete(unitPath, { serialNumber: unit.serialNumber }),
  ];

  const requested = await profiled(mongo.db, async () => answers.push(...(await calls())));

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  expect(requested.length).toBeGreaterThan(20);
  const scans = requested.filter(({ planSummary }) => planSummary?.includes("COLLSCAN"));
  const searches = scans.filter(({ command }) => Object.keys(conditionOf(command)).length > 0);
  expect(searches.map(({ ns, command }) => ({ ns, condition: conditionOf(command) }))).toEqual([]);
});
