import { describe, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import type { GatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import {
  connectProvisioning,
  connectUnit,
  counted,
  heardOn,
  listen,
  requestRegistration,
  secretsHeard,
} from "../testing/link-under-test.ts";
import { registrationSettled, setUpRegistration } from "../testing/registration.fixture.ts";

const fixture = setUpRegistration();

describe("whoever knows the provisioning key and another unit's serial number", () => {
  test.each<[string, () => GatewayUnderTest]>([
    ["at the same gateway", () => fixture.here],
    ["at another gateway", () => fixture.there],
  ])("%s gets nothing and displaces nobody", async (_, where) => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    const unit = await fixture.requesting(fixture.here, serialNumber, keys.key);
    const silent = fixture.kept(await connectProvisioning(where(), serialNumber));
    await listen(silent, serialNumber, "credentials");
    const keyless = await fixture.requesting(where(), serialNumber);
    const thief = await fixture.requesting(where(), serialNumber, strange.key);

    const { secret } = (await fixture.registerWith(serialNumber)).body;

    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual([secret]);
    for (const line of [silent, keyless, thief]) {
      await registrationSettled(line);
      await requestRegistration(line, serialNumber, { key: strange.key });
      await registrationSettled(line);
      expect(heardOn(line, "credentials")).toEqual([]);
    }
    expect(unit.isClosed()).toBe(false);
  });

  test("does not end a registered unit's connection, whatever it says", async () => {
    const keys = newUnitKeys();
    const registered = await addUnit(fixture.here.parts, await addMachine(fixture.here.parts), { key: keys.key });
    const unit = fixture.kept(await connectUnit(fixture.here, registered));
    await expect(connectProvisioning(fixture.here, registered.serialNumber)).rejects.toThrow("refused with 5");
    // Even while a secret waits, so that the provisioning login is open.
    await fixture.stores.units.updateOne(
      { _id: registered._id },
      { $set: { sealedSecret: fixture.waiting("s").sealedSecret } },
    );
    const thief = await fixture.requesting(fixture.there, registered.serialNumber, newUnitKeys().key);
    const another = await fixture.requesting(fixture.here, registered.serialNumber, newUnitKeys().key);
    await registrationSettled(thief);
    expect(unit.isClosed()).toBe(false);
    for (const line of [thief, another]) expect(heardOn(line, "credentials")).toEqual([]);
  });

  test("does not push the waiting unit out by coming often: the oldest of the strangers goes", async () => {
    const serialNumber = word("CU");
    const keys = newUnitKeys();
    const unit = await fixture.requesting(fixture.here, serialNumber, keys.key);
    const strangers: RawUnit[] = [];
    for (let i = 0; i < 30; i += 1) strangers.push(fixture.kept(await connectProvisioning(fixture.here, serialNumber)));
    await until("the oldest to go", () => strangers.filter((line) => !line.isClosed()).length <= 8);
    expect(strangers.slice(-8).every((line) => !line.isClosed())).toBe(true);
    expect(unit.isClosed()).toBe(false);
    const { secret } = (await fixture.registerWith(serialNumber)).body;
    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual([secret]);
  });

  test("is dropped, counted and shown on the request, again and again", async () => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    await fixture.requesting(fixture.here, serialNumber, keys.key);
    const before = await counted(fixture.here, "dropped_total", "another-key");
    const thief = await fixture.requesting(fixture.here, serialNumber, strange.key);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await requestRegistration(thief, serialNumber, { key: strange.key, version: "9.9.9" });

    expect(await counted(fixture.here, "dropped_total", "another-key")).toBe(before + 2);
    expect((await fixture.shown(serialNumber)).request).toMatchObject({
      version: "1.0.0",
      fingerprint: fingerprintOf(keys.key),
      other: { fingerprint: fingerprintOf(strange.key), times: 2 },
    });
    expect((await fixture.registerWith(serialNumber)).body.vendingMachine).toMatchObject({
      fingerprint: fingerprintOf(keys.key),
      other: { fingerprint: fingerprintOf(strange.key) },
    });
  });

  test("cannot take a key's place by naming none", async () => {
    const serialNumber = word("CU");
    const keys = newUnitKeys();
    await fixture.requesting(fixture.here, serialNumber, keys.key);
    const before = await counted(fixture.here, "dropped_total", "no-key");
    await fixture.requesting(fixture.here, serialNumber);
    expect(await counted(fixture.here, "dropped_total", "no-key")).toBe(before + 1);
    expect((await fixture.shown(serialNumber)).request).toMatchObject({
      fingerprint: fingerprintOf(keys.key),
      other: null,
    });
  });

  test("cannot name a key between an operator's look and the registration", async () => {
    const { serialNumber } = await addRequest(fixture.here.parts);
    const strange = newUnitKeys();
    await fixture.requesting(fixture.here, serialNumber, strange.key);

    const refused = await fixture.registerWith(serialNumber, { fingerprint: null });

    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain(fingerprintOf(strange.key));
    expect(refused.body.request).toMatchObject({ fingerprint: fingerprintOf(strange.key) });
    expect(await fixture.stores.units.findOne({ serialNumber })).toBeNull();
    expect((await fixture.registerWith(serialNumber, { fingerprint: fingerprintOf(strange.key) })).status).toBe(200);
  });

  test("reads nothing of what was sent to the unit, and a replay of the unit's own register brings no more", async () => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    const unit = await fixture.requesting(fixture.here, serialNumber, keys.key);
    await fixture.registerWith(serialNumber);
    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);

    const replay = await fixture.requesting(fixture.here, serialNumber, keys.key);

    await until("what was sent to the replay", () => heardOn(replay, "credentials").length > 0);
    expect(() => secretsHeard(replay, serialNumber, strange)).toThrow();
    await unit.closed();
  });
});

test("a unit that comes back ends its own earlier connection, and nobody else's", async () => {
  const serialNumber = word("CU");
  const [keys, strange] = [newUnitKeys(), newUnitKeys()];
  const earlier = await fixture.requesting(fixture.here, serialNumber, keys.key);
  const other = await fixture.requesting(fixture.here, serialNumber, strange.key);
  const later = await fixture.requesting(fixture.here, serialNumber, keys.key);
  await earlier.closed();
  expect([other.isClosed(), later.isClosed()]).toEqual([false, false]);
});
