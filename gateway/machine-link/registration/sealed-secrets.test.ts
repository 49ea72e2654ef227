import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";

import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import {
  at,
  connectProvisioning,
  connectUnit,
  counted,
  heardOn,
  requestRegistration,
  secretsHeard,
  up,
} from "../testing/link-under-test.ts";
import { registrationSettled, setUpRegistration } from "../testing/registration.fixture.ts";

const fixture = setUpRegistration();

describe("an operator accepts another key", () => {
  test("of a request: the secret goes to that unit from then on, and is written down", async () => {
    const serialNumber = word("CU");
    const [first, second] = [newUnitKeys(), newUnitKeys()];
    const early = await fixture.requesting(fixture.here, serialNumber, first.key);
    const board = await fixture.requesting(fixture.there, serialNumber, second.key);

    const { status, body } = await fixture.accept(serialNumber, second.key);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      vendingMachine: null,
      request: { serialNumber, fingerprint: fingerprintOf(second.key), other: null },
    });
    const line = await fixture.stores.audit.findOne({ "record.id": body.request._id });
    expect(line).toMatchObject({
      verb: "request.key-accepted",
      before: { key: first.key },
      after: { key: second.key },
    });
    const { secret } = (await fixture.registerWith(serialNumber)).body;
    await until("its secret", () => heardOn(board, "credentials").length > 0);
    expect(secretsHeard(board, serialNumber, second)).toEqual([secret]);
    await registrationSettled(early);
    expect(heardOn(early, "credentials")).toEqual([]);
  });

  test("of a registered unit: what waits is sealed to the new key, and New Secret too", async () => {
    const [first, second] = [newUnitKeys(), newUnitKeys()];
    const { _id, serialNumber } = await addUnit(fixture.here.parts, await addMachine(fixture.here.parts), {
      ...fixture.waiting("waits"),
      key: first.key,
    });
    const board = await fixture.requesting(fixture.here, serialNumber, second.key);
    await registrationSettled(board);
    expect((await fixture.shown(serialNumber)).vendingMachine).toMatchObject({
      fingerprint: fingerprintOf(first.key),
      other: { fingerprint: fingerprintOf(second.key), times: 1 },
      rev: 0,
    });

    const { body } = await fixture.accept(serialNumber, second.key, { rev: 0 });

    expect(body.vendingMachine).toMatchObject({ fingerprint: fingerprintOf(second.key), other: null, rev: 1 });
    await until("the secret", () => heardOn(board, "credentials").length > 0);
    expect(secretsHeard(board, serialNumber, second)).toEqual(["waits"]);
    expect(await fixture.stores.audit.findOne({ "record.id": _id.toHexString() })).toMatchObject({
      verb: "unit.key-accepted",
      before: { key: first.key },
      after: { key: second.key, secretHash: "[hidden]", sealedSecret: "[hidden]" },
    });
    const renewed = await fixture.newSecret(_id.toHexString());
    await until("the new secret", () => secretsHeard(board, serialNumber, second).includes(renewed.body.secret));
    expect((await fixture.accept(serialNumber, second.key)).body.vendingMachine).toMatchObject({ rev: 2 });
  });

  test("is refused for a key that nobody showed, an unknown serial number, and a stale look", async () => {
    const { serialNumber } = await addUnit(fixture.here.parts, null, {
      key: newUnitKeys().key,
      otherKey: { key: newUnitKeys().key, at: new Date(), times: 1 },
      rev: 4,
    });
    expect((await fixture.accept(serialNumber, newUnitKeys().key)).status).toBe(409);
    expect((await fixture.accept(word("NOBODY"), newUnitKeys().key)).status).toBe(404);
    const other = (await fixture.stores.units.findOne({ serialNumber }))?.otherKey?.key ?? "";
    const stale = await fixture.accept(serialNumber, other, { rev: 3 });
    expect(stale.status).toBe(409);
    expect(stale.body.vendingMachine).toMatchObject({ serialNumber, rev: 4 });
    expect((await fixture.accept(serialNumber, "AAAA")).status).toBe(409);
  });
});

describe("without a key", () => {
  test("nothing is sent: the operator carries the secret, and it opens the unit's own login", async () => {
    const serialNumber = word("CU");
    const unit = await fixture.requesting(fixture.here, serialNumber);
    const { body } = await fixture.registerWith(serialNumber, { fingerprint: null });
    expect(body.vendingMachine.fingerprint).toBeNull();
    await registrationSettled(unit);
    await requestRegistration(unit, serialNumber);
    await registrationSettled(unit);
    expect(heardOn(unit, "credentials")).toEqual([]);
    fixture.kept(await connectUnit(fixture.here, { serialNumber, secret: body.secret }));
    await unit.closed();
  });

  test("a unit that names a key only once it is registered waits for an operator", async () => {
    const { serialNumber } = await addUnit(
      fixture.here.parts,
      await addMachine(fixture.here.parts),
      fixture.waiting("waits"),
    );
    const keys = newUnitKeys();
    const unit = await fixture.requesting(fixture.here, serialNumber, keys.key);
    await registrationSettled(unit);
    expect(heardOn(unit, "credentials")).toEqual([]);
    await fixture.accept(serialNumber, keys.key);
    await until("its secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual(["waits"]);
  });

  test("a request that is older than keys takes the first one that comes", async () => {
    const { serialNumber, _id } = await addRequest(fixture.here.parts);
    expect((await fixture.shown(serialNumber)).request).toMatchObject({ fingerprint: null, other: null });
    const keys = newUnitKeys();
    await fixture.requesting(fixture.here, serialNumber, keys.key);
    expect(await fixture.stores.registrationRequests.findOne({ serialNumber })).toMatchObject({ _id, key: keys.key });
  });
});

describe("a key that is none", () => {
  const text = (bytes: number) => randomBytes(bytes).toString("base64url");
  test.each<[string, unknown, string]>([
    ["31 bytes", text(31), "wrong-fields"],
    ["33 bytes", text(33), "wrong-fields"],
    ["not base64url", `${text(32).slice(0, 42)}+`, "wrong-fields"],
    ["with padding", `${text(32)}=`, "wrong-fields"],
    ["bits behind the last byte", `${"A".repeat(42)}B`, "wrong-fields"],
    ["a number", 7, "wrong-fields"],
    ["null", null, "wrong-fields"],
    ["all zero", "A".repeat(43), "weak-key"],
    ["another point of low order", `AQ${"A".repeat(41)}`, "weak-key"],
  ])("%s: the request is dropped and counted", async (_, key, reason) => {
    const serialNumber = word("CU");
    const line = fixture.kept(await connectProvisioning(fixture.here, serialNumber));
    const before = await counted(fixture.here, "dropped_total", reason);
    line.publish(up(serialNumber, "register"), { version: "1", dateTime: at, key }, 1, 5);
    await until("the PUBACK", () => line.acknowledged().includes(5));
    expect(await counted(fixture.here, "dropped_total", reason)).toBe(before + 1);
    expect(await fixture.stores.registrationRequests.findOne({ serialNumber })).toBeNull();
    expect(line.isClosed()).toBe(false);
  });
});
