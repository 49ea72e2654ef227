import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpRegistrations, unitPath } from "./testing/registrations.ts";

const { available, gateway, lastAudit, operator } = setUpRegistrations();

describe("changing a registered unit", () => {
  const stood = async () => {
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts));
    return { ...unit, id: unit._id.toHexString() };
  };

  test("toggles between authorised and unauthorised, and writes it down", async () => {
    const { id } = await stood();

    const off = await operator.put(unitPath, { _id: id, authorised: false, rev: 0 });
    const on = await operator.put(unitPath, { _id: id, authorised: true, rev: 1 });

    expect(off.body).toEqual({
      success: true,
      vendingMachine: expect.objectContaining({ _id: id, authorised: false, rev: 1 }),
    });
    expect(on.body.vendingMachine).toMatchObject({ authorised: true, rev: 2 });
    expect(await lastAudit(id)).toMatchObject({
      verb: "unit.changed",
      before: { authorised: false, rev: 1 },
      after: { authorised: true, rev: 2, authorisedAt: expect.any(Date) },
    });
  });

  test("names it anew and moves it to a machine without a unit", async () => {
    const { id, machine: old } = await stood();
    const target = await addMachine(gateway.parts);

    const { body } = await operator.put(unitPath, { _id: id, name: "Back door", vendingMachine: `${target._id}` });

    expect(body.vendingMachine).toMatchObject({
      name: "Back door",
      vendingMachine: target._id.toHexString(),
      vendingMachineId: target.vendingMachineId,
      rev: 1,
    });
    expect(await available()).toContain(old?.toHexString());
    // Its machine could hear nothing of it before: alarms count its silence from now on.
    expect(await lastAudit(id)).toMatchObject({ after: { authorisedAt: expect.any(Date) } });
  });

  test("keeps its secret", async () => {
    const { id, secretHash } = await stood();

    await operator.put(unitPath, { _id: id, name: "Other", authorised: false });

    expect(await gateway.stores.units.findOne({ _id: new ObjectId(id) })).toMatchObject({
      secretHash,
      sealedSecret: null,
    });
  });

  test("is refused when it would take another unit's machine, even when two move there at once", async () => {
    const [one, two, three] = [await stood(), await stood(), await stood()];
    const free = await addMachine(gateway.parts);

    const taken = await operator.put(unitPath, { _id: three.id, vendingMachine: `${one.machine}` });
    const race = await Promise.all(
      [one, two].map(({ id }) => operator.put(unitPath, { _id: id, vendingMachine: `${free._id}`, rev: 0 })),
    );

    expect([taken.status, taken.body.error]).toEqual([409, "Failed / Already Registered"]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await gateway.stores.units.countDocuments({ machine: free._id })).toBe(1);
  });

  test("from a stale page is refused with the record as it is now", async () => {
    const { id } = await stood();
    const first = await operator.put(unitPath, { _id: id, authorised: false, rev: 0 });

    const { status, body } = await operator.put(unitPath, { _id: id, name: "Late", rev: 0 });

    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      code: expect.any(String),
      error: "This registered vending machine was changed by somebody else meanwhile",
      vendingMachine: first.body.vendingMachine,
    });
  });

  test("by eight operators from the same page succeeds once", async () => {
    const { id } = await stood();

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => operator.put(unitPath, { _id: id, name: `Name ${n}`, rev: 0 })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await gateway.stores.audit.countDocuments({ "record.id": id })).toBe(1);
  });

  test("to what it is already changes nothing", async () => {
    const { id, machine } = await stood();

    const { body } = await operator.put(unitPath, { _id: id, authorised: true, vendingMachine: `${machine}` });

    expect(body.vendingMachine.rev).toBe(0);
    expect(await lastAudit(id)).toBeNull();
  });

  test.each([
    { says: "nothing to change", input: {}, status: 400, error: "Nothing to change" },
    { says: "an unknown field", input: { secret: "x" }, status: 400, error: "Unknown field: secret" },
    { says: "a text for authorised", input: { authorised: "no" }, status: 400, error: "authorised" },
    {
      says: "a machine that does not exist",
      input: { vendingMachine: "0123456789abcdef01234567" },
      status: 404,
      error: "There is no vending machine",
    },
    { says: "an unknown id", input: { _id: "0123456789abcdef01234567", name: "x" }, status: 404, error: "There is no" },
    { says: "a malformed id", input: { _id: "x", name: "x" }, status: 400, error: "_id: must be an id" },
  ])("is refused with $says", async ({ input, status, error }) => {
    const { id } = await stood();

    const answer = await operator.put(unitPath, { _id: id, ...input });

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(error) });
  });
});
