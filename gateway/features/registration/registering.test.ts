import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { aShownUnit } from "#shared/testing/shown-records.ts";
import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import { requestPath, setUpRegistrations, unitPath } from "./testing/registrations.ts";

const { available, gateway, lastAudit, operator, secrets } = setUpRegistrations("admin");

/** What a form would send for this machine. */
const inputFor = async (options: object = {}) => {
  const machine = await addMachine(gateway.parts);
  return { serialNumber: word("CU"), version: "2.0.0", name: "Unit", vendingMachine: `${machine._id}`, ...options };
};

describe("registering a unit", () => {
  test("makes it authorised, takes its request away and shows the secret once", async () => {
    const { serialNumber } = await addRequest(gateway.parts, { version: "3.1.4" });
    const input = await inputFor({ serialNumber, version: undefined, name: " Front door " });
    const before = Date.now();

    const { status, body } = await operator.post(requestPath, input);

    expect(status).toBe(200);
    const machine = await gateway.stores.machines.findOne({ _id: new ObjectId(input.vendingMachine) });
    expect(body).toEqual({
      success: true,
      vendingMachine: aShownUnit({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        serialNumber,
        name: "Front door",
        version: "3.1.4",
        time: expect.any(String),
        vendingMachine: input.vendingMachine,
        vendingMachineId: machine?.vendingMachineId ?? "",
      }),
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await gateway.stores.registrationRequests.findOne({ serialNumber })).toBeNull();
    const unit = await gateway.stores.units.findOne({ serialNumber });
    expect(secrets().matches(body.secret, unit?.secretHash ?? "")).toBe(true);
    expect(secrets().open(unit?.sealedSecret?.box ?? "")).toBe(body.secret);
    const until = unit?.sealedSecret?.until.getTime() ?? 0;
    expect(until - before).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(until - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const again = await operator.get(`${unitPath}?serialNumber=${serialNumber}`);
    expect(JSON.stringify(again.body)).not.toContain(body.secret);
  });

  test("is written down without its secret", async () => {
    const input = await inputFor();
    const { secret, vendingMachine } = (await operator.post(requestPath, input)).body;

    const line = await lastAudit(vendingMachine._id);

    expect(line).toMatchObject({
      verb: "unit.registered",
      record: { collection: "units", id: vendingMachine._id },
      actor: { kind: "operator", id: operator.userId },
      after: { serialNumber: input.serialNumber, authorised: true, secretHash: "[hidden]", sealedSecret: "[hidden]" },
    });
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(JSON.stringify(line)).not.toContain(secrets().hash(secret));
  });

  test("that never requested registration works too, with or without a version", async () => {
    const withVersion = await operator.post(requestPath, await inputFor());
    const without = await operator.post(requestPath, await inputFor({ version: undefined }));

    expect(withVersion.body.vendingMachine.version).toBe("2.0.0");
    expect(without.body.vendingMachine.version).toBe("");
  });

  test("is refused for a serial number that is registered already, and the machine stays available", async () => {
    const { serialNumber } = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const input = await inputFor({ serialNumber });

    const { status, body } = await operator.post(requestPath, input);

    expect(status).toBe(409);
    expect(body).toEqual({ success: false, code: "exists-already", error: "Failed / Already Registered" });
    expect(await available()).toContain(input.vendingMachine);
  });

  test("is refused for a machine that has a unit already", async () => {
    const machine = await addMachine(gateway.parts);
    await addUnit(gateway.parts, machine);
    const { serialNumber } = await addRequest(gateway.parts);

    const { status, body } = await operator.post(
      requestPath,
      await inputFor({ serialNumber, vendingMachine: `${machine._id}` }),
    );

    expect([status, body.error]).toEqual([409, "Failed / Already Registered"]);
    expect(await gateway.stores.registrationRequests.findOne({ serialNumber })).not.toBeNull();
    expect(await gateway.stores.units.findOne({ serialNumber })).toBeNull();
  });

  test("by two operators with one machine at once lets one win, and the other's request waits on", async () => {
    const { vendingMachine } = await inputFor();
    const requests = await Promise.all([addRequest(gateway.parts), addRequest(gateway.parts)]);

    const answers = await Promise.all(
      requests.map(({ serialNumber }) => operator.post(requestPath, { serialNumber, name: "Unit", vendingMachine })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe("Failed / Already Registered");
    expect(await gateway.stores.units.countDocuments({ machine: new ObjectId(vendingMachine) })).toBe(1);
    const serials = requests.map(({ serialNumber }) => serialNumber);
    expect(await gateway.stores.registrationRequests.countDocuments({ serialNumber: { $in: serials } })).toBe(1);
  });

  test("by six operators at once with six machines registers it once", async () => {
    const { key } = newUnitKeys();
    const { serialNumber } = await addRequest(gateway.parts, { key });
    const fingerprint = fingerprintOf(key);
    const options = await Promise.all(Array.from({ length: 6 }, () => inputFor({ serialNumber, fingerprint })));

    const answers = await Promise.all(options.map((input) => operator.post(requestPath, input)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.error))).toEqual(new Set(["Failed / Already Registered"]));
    expect(await gateway.stores.units.countDocuments({ serialNumber })).toBe(1);
    expect(
      await gateway.stores.audit.countDocuments({ verb: "unit.registered", "after.serialNumber": serialNumber }),
    ).toBe(1);
  });

  test.each([
    { says: "without a machine", input: { vendingMachine: undefined }, status: 400, error: "vendingMachine" },
    {
      says: "with a malformed machine id",
      input: { vendingMachine: "1" },
      status: 400,
      error: "vendingMachine: must be an id of 24 hexadecimal digits",
    },
    {
      says: "with a machine that does not exist",
      input: { vendingMachine: "0123456789abcdef01234567" },
      status: 404,
      error: "There is no vending machine 0123456789abcdef01234567",
    },
    { says: "without a name", input: { name: "" }, status: 400, error: "name: is required" },
    {
      says: "with a serial number that is no topic",
      input: { serialNumber: "a/+/b" },
      status: 400,
      error: "serialNumber: must be 1 to 64 letters, digits, dashes or underscores",
    },
    { says: "with an unknown field", input: { authorised: true }, status: 400, error: "Unknown field: authorised" },
  ])("is refused $says", async ({ input, status, error }) => {
    const answer = await operator.post(requestPath, await inputFor(input));

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(error) });
  });
});
