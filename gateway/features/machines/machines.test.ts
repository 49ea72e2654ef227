import { ObjectId } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProfileDocument } from "#shared/runtime/documents.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addProfile, addUnit, word } from "../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";

let gateway: GatewayUnderTest;
let operator: SignedInOperator;
let profile: ProfileDocument;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
  operator = await signedInAt(gateway);
  profile = await addProfile(gateway.parts, { name: "Metro" });
  await gateway.parts.mongo.collections.regions.insertOne({
    _id: new ObjectId(),
    region: "Ernakulam",
    profiles: [profile._id],
    rev: 0,
  });
});
afterAll(() => gateway?.stop());

const stores = () => gateway.parts.mongo.collections;
const newMachine = (wishes: object = {}) => ({
  name: "MG Road Metro",
  vendingMachineId: word("KOC"),
  location: "Concourse level",
  profile: profile._id.toHexString(),
  ...wishes,
});
const auditOf = (id: string) => stores().audit.find({ "record.id": id }).sort({ at: 1 }).toArray();

describe("adding a machine", () => {
  test("answers the new record with the names of its profile and region", async () => {
    const wish = newMachine({ profileName: "any name, the id decides" });

    const { status, body } = await operator.post("/vending-machines", wish);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: "MG Road Metro",
        vendingMachineId: wish.vendingMachineId,
        location: "Concourse level",
        active: true,
        qrCode: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        profile: wish.profile,
        profileName: "Metro",
        region: "Ernakulam",
        rev: 0,
        live: false,
        unit: null,
        lastSeenOnline: null,
        strength: null,
        clockOffsetSeconds: null,
      },
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
    expect(body).toEqual({ success: false, error: expect.stringContaining(field) });
  });

  test.each([
    { says: "an empty name", wish: { name: "  " }, error: "name: is required" },
    { says: "a name that is too long", wish: { name: "x".repeat(101) }, error: "name: must be at most 100 characters" },
    {
      says: "a machine id with a space",
      wish: { vendingMachineId: "KOC 1" },
      error: "vendingMachineId: must be 1 to 40 letters, digits, dashes or underscores",
    },
    {
      says: "a malformed profile id",
      wish: { profile: "abc" },
      error: "profile: must be an id of 24 hexadecimal digits",
    },
    { says: "an object in place of a text", wish: { name: { $gt: "" } }, error: "name" },
    { says: "a field that does not exist", wish: { qrCode: "mine.png" }, error: "Unknown field: qrCode" },
  ])("is refused with $says", async ({ wish, error }) => {
    const { status, body } = await operator.post("/vending-machines", newMachine(wish));

    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: expect.stringContaining(error) });
  });

  test("is refused for a profile that does not exist, and nothing is stored", async () => {
    const unknown = new ObjectId().toHexString();
    const wish = newMachine({ profile: unknown });

    const { status, body } = await operator.post("/vending-machines", wish);

    expect(status).toBe(404);
    expect(body).toEqual({ success: false, error: `There is no product profile ${unknown}` });
    expect(await stores().machines.findOne({ vendingMachineId: wish.vendingMachineId })).toBeNull();
  });

  test("is refused for a vendingMachineId that is registered already, and only for the exact same one", async () => {
    const { vendingMachineId } = (await operator.post("/vending-machines", newMachine())).body.data;

    const again = await operator.post("/vending-machines", newMachine({ vendingMachineId }));
    const other = await operator.post(
      "/vending-machines",
      newMachine({ vendingMachineId: vendingMachineId.toLowerCase() }),
    );

    expect(again.status).toBe(409);
    expect(again.body).toEqual({ success: false, error: "Failed / Already Registered" });
    expect(other.status).toBe(200);
  });

  test("by five operators at once with one id succeeds once", async () => {
    const wish = newMachine();

    const answers = await Promise.all(Array.from({ length: 5 }, () => operator.post("/vending-machines", wish)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const found = await stores().machines.find({ vendingMachineId: wish.vendingMachineId }).toArray();
    expect(found).toHaveLength(1);
    expect(await stores().audit.countDocuments({ "after.vendingMachineId": wish.vendingMachineId })).toBe(1);
  });
});

describe("reading machines", () => {
  test("the list holds every machine by name, with its unit", async () => {
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
    { says: "nothing", wish: {}, error: "Nothing to change: give name, location, active or profile" },
    { says: "only a rev", wish: { rev: 0 }, error: "Nothing to change" },
    { says: "another machine id", wish: { vendingMachineId: "X" }, error: "Unknown field: vendingMachineId" },
    { says: "an empty location", wish: { location: " " }, error: "location: is required" },
    { says: "a text for active", wish: { active: "yes" }, error: "active" },
    { says: "a negative rev", wish: { name: "A", rev: -1 }, error: "rev" },
  ])("to $says is refused", async ({ wish, error }) => {
    const machine = await stood();

    const { status, body } = await operator.put(`/vending-machines/${machine._id}`, wish);

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
