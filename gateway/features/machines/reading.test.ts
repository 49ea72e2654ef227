import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpMachines } from "./testing/machine.fixture.ts";

const { gateway, newMachine, operator, profile, stores } = setUpMachines();

describe("reading machines", () => {
  test("the list has every machine by name, with its unit", async () => {
    const machine = await addMachine(gateway.parts, { name: "AAA first", profile: profile._id });
    const unit = await addUnit(gateway.parts, machine, { authorised: false });

    const { body } = await operator.get("/vending-machines");

    expect(body.asOf).toMatch(/^[0-9a-f]{16}$/);
    expect(body.vendingMachines).toHaveLength(await stores().machines.countDocuments());
    expect(body.vendingMachines[0]).toMatchObject({
      _id: machine._id.toHexString(),
      name: "AAA first",
      profileName: "Metro",
      region: "Ernakulam",
      unit: { serialNumber: unit.serialNumber, authorised: false },
    });
    const names = body.vendingMachines.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
  });

  test("one machine is what the list shows of it, whatever the case of its id", async () => {
    const machine = await addMachine(gateway.parts, { profile: profile._id });
    await addUnit(gateway.parts, machine);
    const list = (await operator.get("/vending-machines")).body.vendingMachines;

    const one = await operator.get(`/vending-machines/${machine._id.toHexString().toUpperCase()}/`);

    expect(one.body).toEqual({
      success: true,
      vendingMachine: list.find(({ _id }: { _id: string }) => _id === machine._id.toHexString()),
      asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test("asOf grows with the writes that a list shows", async () => {
    const before = (await operator.get("/vending-machines")).body.asOf;
    const { _id } = (await operator.post("/vending-machines", newMachine())).body.data;
    const after = (await operator.get("/vending-machines")).body;

    expect(after.asOf > before).toBe(true);
    expect(after.vendingMachines.map((one: { _id: string }) => one._id)).toContain(_id);
  });

  test("an unknown id is not found and a malformed one is refused", async () => {
    const unknown = new ObjectId().toHexString();

    const missing = await operator.get(`/vending-machines/${unknown}`);
    const malformed = await operator.get("/vending-machines/not-an-id");

    expect([missing.status, missing.body.error]).toEqual([404, `There is no vending machine ${unknown}`]);
    expect([malformed.status, malformed.body.error]).toEqual([400, "id: must be an id of 24 hexadecimal digits"]);
  });
});
