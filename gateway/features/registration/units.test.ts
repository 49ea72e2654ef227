import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { aShownUnit } from "#shared/testing/shown-records.ts";
import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { requestPath, setUpRegistrations, unitPath } from "./testing/registrations.ts";

const { available, gateway, lastAudit, operator, secrets } = setUpRegistrations("admin");

const asOf = expect.stringMatching(/^[0-9a-f]{16}$/);

describe("registered units", () => {
  test("are listed by serial number, without their secrets", async () => {
    const machine = await addMachine(gateway.parts);
    const unit = await addUnit(gateway.parts, machine, { serialNumber: "AAA-0", name: "First", authorised: false });

    const { body } = await operator.get("/vending-machines/all-registered-vending-machines");

    expect(body).toEqual({ success: true, vendingMachines: expect.any(Array), asOf });
    const shown = aShownUnit({
      _id: unit._id.toHexString(),
      serialNumber: "AAA-0",
      name: "First",
      version: "1.0.0",
      time: unit.registeredAt.toISOString(),
      authorised: false,
      vendingMachine: machine._id.toHexString(),
      vendingMachineId: machine.vendingMachineId,
    });
    expect(body.vendingMachines[0]).toEqual(shown);
    expect(body.vendingMachines).toHaveLength(await gateway.stores.units.countDocuments());
  });

  test("one serial number is read as the unit, as the request that waits, or as not found", async () => {
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const request = await addRequest(gateway.parts);
    const read = (serialNumber: string) => operator.get(`${unitPath}?serialNumber=${serialNumber}`);

    expect((await read(unit.serialNumber)).body).toEqual({
      success: true,
      vendingMachine: expect.objectContaining({ _id: unit._id.toHexString() }),
      request: null,
      asOf,
    });
    expect((await read(request.serialNumber)).body).toEqual({
      success: true,
      vendingMachine: null,
      request: expect.objectContaining({ _id: request._id.toHexString() }),
      asOf,
    });
    const missing = await read("CU-unknown");
    expect([missing.status, missing.body.error]).toEqual([404, "There is no registered vending machine CU-unknown"]);
    expect((await operator.get(unitPath)).status).toBe(400);
    expect((await operator.get(`${unitPath}?serialNumber[$ne]=x`)).status).toBe(400);
  });

  test("machines that have one are not offered for registration", async () => {
    const free = await addMachine(gateway.parts, { name: "000 free" });
    const taken = await addMachine(gateway.parts);
    const unit = await addUnit(gateway.parts, taken);
    await addUnit(gateway.parts, null);

    const { body } = await operator.get("/vending-machines/available-vending-machines-registration");

    expect(body).toEqual({ success: true, vendingMachines: expect.any(Array), asOf });
    expect(body.vendingMachines[0]).toEqual({
      _id: free._id.toHexString(),
      name: "000 free",
      vendingMachineId: free.vendingMachineId,
    });
    expect(await available()).not.toContain(taken._id.toHexString());
    await operator.delete(unitPath, { serialNumber: unit.serialNumber });
    expect(await available()).toContain(taken._id.toHexString());
  });
});

describe("New Secret", () => {
  test("ends the present secret at once, shows the new one and keeps it sealed for the unit", async () => {
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const _id = unit._id.toHexString();

    const { status, body } = await operator.post(`${unitPath}/new-secret`, { _id });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      vendingMachine: expect.objectContaining({ _id, serialNumber: unit.serialNumber, rev: 1 }),
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    const stored = await gateway.stores.units.findOne({ _id: unit._id });
    expect(secrets().matches(unit.secret, stored?.secretHash ?? "")).toBe(false);
    expect(secrets().matches(body.secret, stored?.secretHash ?? "")).toBe(true);
    expect(secrets().open(stored?.sealedSecret?.box ?? "")).toBe(body.secret);
    const line = await lastAudit(_id);
    expect(line).toMatchObject({ verb: "unit.secret-renewed", after: { secretHash: "[hidden]" } });
    expect(JSON.stringify(line)).not.toContain(body.secret);
  });

  test("pressed twice at once leaves one secret that works", async () => {
    const unit = await addUnit(gateway.parts, null);
    const press = () => operator.post(`${unitPath}/new-secret`, { _id: unit._id.toHexString() });

    const answers = await Promise.all([press(), press()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = await gateway.stores.units.findOne({ _id: unit._id });
    const working = answers.filter(({ body }) => secrets().matches(body.secret, stored?.secretHash ?? ""));
    expect(working).toHaveLength(1);
    expect(working[0]?.body.vendingMachine.rev).toBe(2);
    expect(secrets().open(stored?.sealedSecret?.box ?? "")).toBe(working[0]?.body.secret);
  });

  test("of an unknown unit is not found", async () => {
    const { status } = await operator.post(`${unitPath}/new-secret`, { _id: new ObjectId().toHexString() });

    expect(status).toBe(404);
  });
});

describe("deleting a registered unit", () => {
  test("removes it from the list, frees its machine and its serial number, and writes it down", async () => {
    const machine = await addMachine(gateway.parts);
    const { serialNumber, _id } = await addUnit(gateway.parts, machine);

    const { status, body } = await operator.delete(unitPath, { serialNumber });

    expect(status).toBe(200);
    expect(body.vendingMachines).toHaveLength(await gateway.stores.units.countDocuments());
    expect(body.vendingMachines.map((one: { serialNumber: string }) => one.serialNumber)).not.toContain(serialNumber);
    expect(await lastAudit(_id.toHexString())).toMatchObject({
      verb: "unit.removed",
      before: { serialNumber, secretHash: "[hidden]" },
      after: null,
    });
    const again = await operator.post(requestPath, { serialNumber, name: "Again", vendingMachine: `${machine._id}` });
    expect(again.status).toBe(200);
  });

  test("by two operators at once is done once", async () => {
    const { serialNumber } = await addUnit(gateway.parts, null);

    const answers = await Promise.all([
      operator.delete(unitPath, { serialNumber }),
      operator.delete(`${unitPath}?serialNumber=${serialNumber}`),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("staff and secrets", () => {
  test("staff are refused a new secret in words, and the present one still stands", async () => {
    const staff = await signedInAt(gateway, "staff");
    const machine = await addMachine(gateway.parts);
    const unit = await addUnit(gateway.parts, machine);

    const answer = await staff.post(`${unitPath}/new-secret`, { _id: unit._id.toHexString() });

    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe("Only an admin may read or renew the secret of a control unit");
    expect((await gateway.stores.units.findOne({ _id: unit._id }))?.secretHash).toBe(unit.secretHash);
  });

  test("staff register a unit without being shown its secret", async () => {
    const staff = await signedInAt(gateway, "staff");
    const machine = await addMachine(gateway.parts);

    const answer = await staff.post("/vending-machines/register-request", {
      serialNumber: word("CU"),
      name: "Unit",
      vendingMachine: machine._id.toHexString(),
    });

    expect(answer.status).toBe(200);
    expect(answer.body.secret).toBeNull();
  });

  test("staff accept another key by its fingerprint; no secret is shown or renewed, and the audit names them", async () => {
    const staff = await signedInAt(gateway, "staff");
    const key = Buffer.alloc(32, 7).toString("base64url");
    const other = { key, at: new Date(), times: 1 };
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts), { otherKey: other });

    const answer = await staff.post(`${requestPath}/accept-key`, {
      serialNumber: unit.serialNumber,
      fingerprint: fingerprintOf(key),
    });

    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body).toLowerCase()).not.toContain("secret");
    const stored = await gateway.stores.units.findOne({ _id: unit._id });
    expect(stored).toMatchObject({ key, otherKey: null, secretHash: unit.secretHash });
    expect(await lastAudit(unit._id.toHexString())).toMatchObject({
      verb: "unit.key-accepted",
      actor: { kind: "operator", id: staff.userId },
    });
  });
});
