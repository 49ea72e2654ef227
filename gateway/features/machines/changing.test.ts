import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { addProfile } from "../../testing/network.ts";
import { setUpMachines } from "./testing/machine.fixture.ts";

const { auditOf, gateway, newMachine, operator, stores } = setUpMachines();

describe("changing a machine", () => {
  const stood = async () => (await operator.post("/vending-machines", newMachine())).body.data;

  test("its details answers the changed record, counts it and writes it down", async () => {
    const machine = await stood();

    const { status, body } = await operator.put(`/vending-machines/${machine._id}`, {
      name: "Renamed",
      location: "Gate B",
      active: false,
      rev: 0,
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      vendingMachine: { ...machine, name: "Renamed", location: "Gate B", active: false, rev: 1 },
    });
    const [, line] = await auditOf(machine._id);
    expect(line).toMatchObject({
      verb: "machine.changed",
      actor: { kind: "operator", id: operator.userId },
      before: { name: machine.name, active: true, rev: 0 },
      after: { name: "Renamed", active: false, rev: 1 },
    });
  });

  test("once active again says since when, for the alarms", async () => {
    const machine = await stood();
    const change = async (active: boolean) => {
      await operator.put(`/vending-machines/${machine._id}`, { active });
      return (await gateway.stores.machines.findOne({ _id: new ObjectId(machine._id) }))?.activeSince;
    };

    expect(await change(true)).toBeUndefined();
    expect(await change(false)).toBeUndefined();
    const since = await change(true);
    expect(since).toBeInstanceOf(Date);
    expect(await change(true)).toEqual(since);
  });

  test("its profile shows the new profile's name and region", async () => {
    const machine = await stood();
    const other = await addProfile(gateway.parts, { name: "Campus" });

    const { body } = await operator.put(`/vending-machines/${machine._id}`, {
      profile: other._id.toHexString(),
      profileName: "Metro",
    });

    expect(body.vendingMachine).toMatchObject({ profileName: "Campus", region: "", rev: 1 });
  });

  test("to what it is already changes nothing", async () => {
    const machine = await stood();

    const { body } = await operator.put(`/vending-machines/${machine._id}`, { name: machine.name, rev: 0 });

    expect(body.vendingMachine).toEqual(machine);
    expect(await auditOf(machine._id)).toHaveLength(1);
  });

  test("from a stale page is refused, and the refusal carries the record as it is now", async () => {
    const machine = await stood();
    await operator.put(`/vending-machines/${machine._id}`, { name: "First", rev: 0 });

    const { status, body } = await operator.put(`/vending-machines/${machine._id}`, { location: "Second", rev: 0 });

    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      code: expect.any(String),
      error: "This vending machine was changed by somebody else meanwhile",
      vendingMachine: { ...machine, name: "First", rev: 1 },
    });
    expect(await auditOf(machine._id)).toHaveLength(2);
  });

  test("by eight operators from the same page succeeds once", async () => {
    const machine = await stood();

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => operator.put(`/vending-machines/${machine._id}`, { name: `N${n}`, rev: 0 })),
    );

    const won = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(won).toHaveLength(1);
    const winner = won[0]?.body.vendingMachine;
    expect(await stores().machines.findOne({ _id: new ObjectId(machine._id) })).toMatchObject({
      name: winner.name,
      rev: 1,
    });
    expect(await auditOf(machine._id)).toHaveLength(2);
  });

  test("at once without a rev loses neither change", async () => {
    const machine = await stood();
    const path = `/vending-machines/${machine._id}`;

    const answers = await Promise.all([operator.put(path, { name: "Both" }), operator.put(path, { location: "kept" })]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await operator.get(path)).body.vendingMachine).toMatchObject({ name: "Both", location: "kept", rev: 2 });
  });

  test.each([
    {
      says: "nothing",
      input: {},
      error: "Nothing to change: give name, location, active, profile, offlineAfterMinutes or hours",
    },
    { says: "only a rev", input: { rev: 0 }, error: "Nothing to change" },
    { says: "another machine id alone", input: { vendingMachineId: "X" }, error: "Nothing to change" },
    { says: "a colour", input: { name: "A", colour: "red" }, error: "Unknown field: colour" },
    { says: "an empty location", input: { location: " " }, error: "location: is required" },
    { says: "a text for active", input: { active: "yes" }, error: "active" },
    { says: "a negative rev", input: { name: "A", rev: -1 }, error: "rev" },
  ])("to $says is refused", async ({ input, error }) => {
    const machine = await stood();

    const { status, body } = await operator.put(`/vending-machines/${machine._id}`, input);

    expect(status).toBe(400);
    expect(body.error).toContain(error);
  });

  test("to a profile that does not exist, or of a machine that does not, is not found", async () => {
    const machine = await stood();
    const unknown = new ObjectId().toHexString();

    const noProfile = await operator.put(`/vending-machines/${machine._id}`, { profile: unknown });
    const noMachine = await operator.put(`/vending-machines/${unknown}`, { name: "X" });

    expect([noProfile.status, noProfile.body.error]).toEqual([404, `There is no product profile ${unknown}`]);
    expect([noMachine.status, noMachine.body.error]).toEqual([404, `There is no vending machine ${unknown}`]);
    expect((await operator.get(`/vending-machines/${machine._id}`)).body.vendingMachine).toEqual(machine);
  });
});
