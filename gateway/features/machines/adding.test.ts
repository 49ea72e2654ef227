import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { setUpMachines } from "./testing/machine.fixture.ts";

const { auditOf, gateway, newMachine, operator, stores } = setUpMachines();

describe("adding a machine", () => {
  test("answers the new record with the names of its profile and region", async () => {
    const input = newMachine({ profileName: "any name, the id decides" });

    const { status, body } = await operator.post("/vending-machines", input);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: aShownMachine({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: "MG Road Metro",
        vendingMachineId: input.vendingMachineId,
        location: "Concourse level",
        qrCode: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        profile: input.profile,
        profileName: "Metro",
        region: "Ernakulam",
      }),
    });
  });

  test("gives each machine an image that is served under its unguessable name", async () => {
    const { qrCode } = (await operator.post("/vending-machines", newMachine())).body.data;
    const other = (await operator.post("/vending-machines", newMachine())).body.data;

    expect(other.qrCode).not.toBe(qrCode);
    const image = await fetch(`${gateway.url}/qrcode/${qrCode}`);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("is written down with who did it", async () => {
    const { _id, vendingMachineId } = (await operator.post("/vending-machines", newMachine())).body.data;

    expect(await auditOf(_id)).toEqual([
      expect.objectContaining({
        actor: { kind: "operator", id: operator.userId },
        verb: "machine.added",
        record: { collection: "machines", id: _id },
        before: null,
        after: expect.objectContaining({ vendingMachineId }),
      }),
    ]);
  });

  test("trims what was typed", async () => {
    const vendingMachineId = word("KOC");
    const { body } = await operator.post(
      "/vending-machines",
      newMachine({ name: "  Kaloor ", location: " Hall ", vendingMachineId: ` ${vendingMachineId} ` }),
    );

    expect(body.data).toMatchObject({ name: "Kaloor", location: "Hall", vendingMachineId });
  });

  test.each(["name", "vendingMachineId", "location", "profile"])("is refused without its %s", async (field) => {
    const { status, body } = await operator.post("/vending-machines", newMachine({ [field]: undefined }));

    expect(status).toBe(400);
    expect(body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(field) });
  });

  test.each([
    { says: "an empty name", input: { name: "  " }, error: "name: is required" },
    {
      says: "a name that is too long",
      input: { name: "x".repeat(101) },
      error: "name: must be at most 100 characters",
    },
    {
      says: "a machine id with a space",
      input: { vendingMachineId: "KOC 1" },
      error: "vendingMachineId: must be 1 to 40 letters, digits, dashes or underscores",
    },
    {
      says: "a machine id that would be taken for another machine",
      input: { vendingMachineId: new ObjectId().toHexString() },
      error: "vendingMachineId: must not be 'all' or look like a database id",
    },
    {
      says: "a machine id that means every machine",
      input: { vendingMachineId: "all" },
      error: "vendingMachineId: must not be 'all' or look like a database id",
    },
    {
      says: "a malformed profile id",
      input: { profile: "abc" },
      error: "profile: must be an id of 24 hexadecimal digits",
    },
    { says: "an object in place of a text", input: { name: { $gt: "" } }, error: "name" },
    { says: "a field that does not exist", input: { qrCode: "mine.png" }, error: "Unknown field: qrCode" },
  ])("is refused with $says", async ({ input, error }) => {
    const { status, body } = await operator.post("/vending-machines", newMachine(input));

    expect(status).toBe(400);
    expect(body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(error) });
  });

  test("is refused for a profile that does not exist, and nothing is stored", async () => {
    const unknown = new ObjectId().toHexString();
    const input = newMachine({ profile: unknown });

    const { status, body } = await operator.post("/vending-machines", input);

    expect(status).toBe(404);
    expect(body).toEqual({ success: false, code: expect.any(String), error: `There is no product profile ${unknown}` });
    expect(await stores().machines.findOne({ vendingMachineId: input.vendingMachineId })).toBeNull();
  });

  test("is refused for a vendingMachineId that is registered already, and only for the exact same one", async () => {
    const { vendingMachineId } = (await operator.post("/vending-machines", newMachine())).body.data;

    const again = await operator.post("/vending-machines", newMachine({ vendingMachineId }));
    const other = await operator.post(
      "/vending-machines",
      newMachine({ vendingMachineId: vendingMachineId.toLowerCase() }),
    );

    expect(again.status).toBe(409);
    expect(again.body).toEqual({ success: false, code: "exists-already", error: "Failed / Already Registered" });
    expect(other.status).toBe(200);
  });

  test("by five operators at once with one id succeeds once", async () => {
    const input = newMachine();

    const answers = await Promise.all(Array.from({ length: 5 }, () => operator.post("/vending-machines", input)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const found = await stores().machines.find({ vendingMachineId: input.vendingMachineId }).toArray();
    expect(found).toHaveLength(1);
    expect(await stores().audit.countDocuments({ "after.vendingMachineId": input.vendingMachineId })).toBe(1);
  });
});
