import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/runtime/sealed-credentials.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { type RawUnit, until } from "../../../broker/testing/raw-unit.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addRequest, addUnit, word } from "../../testing/network.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import {
  askToRegister,
  at,
  connectAsking,
  connectProvisioning,
  connectUnit,
  counted,
  heardOn,
  listen,
  secretsHeard,
  up,
} from "../testing/link-under-test.ts";

let here: GatewayUnderTest;
let there: GatewayUnderTest;
let operator: SignedInOperator;
const lines: RawUnit[] = [];
beforeAll(async () => {
  here = await startGatewayUnderTest({ limits: { noteOtherKeyEveryMs: 1 } });
  there = await startGatewayUnderTest({ beside: here, limits: { noteOtherKeyEveryMs: 1 } });
  operator = await signedInAt(here, "admin");
});
afterEach(() => {
  for (const line of lines.splice(0)) line.leave();
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

const kept = (line: RawUnit): RawUnit => {
  lines.push(line);
  return line;
};
const asking = async (gateway: GatewayUnderTest, serialNumber: string, key?: string) =>
  kept(await connectAsking(gateway, serialNumber, key));
const stores = () => here.parts.mongo.collections;
const registerWith = async (serialNumber: string, wishes: object = {}) => {
  const machine = await addMachine(here.parts);
  const wish = { serialNumber, version: "1", name: "Unit", vendingMachine: machine._id.toHexString(), ...wishes };
  return operator.post("/vending-machines/register-request", wish);
};
const shown = async (serialNumber: string) =>
  (await operator.get(`/vending-machines/registered-vending-machine?serialNumber=${serialNumber}`)).body;
const accept = (serialNumber: string, key: string, more: object = {}) => {
  const fingerprint = fingerprintOf(key);
  return operator.post("/vending-machines/register-request/accept-key", { serialNumber, fingerprint, ...more });
};
const waiting = (secret: string) => ({
  secretHash: createSecrets(here.config.JWT_SECRET).hash(secret),
  sealedSecret: {
    box: createSecrets(here.config.JWT_SECRET).seal(secret),
    until: new Date(here.parts.clock.now() + 3_600_000),
  },
});
/** Long enough for a message that must not come: another round trip over the same connection, and the change stream's. */
const settled = async (line: RawUnit) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  line.send({ cmd: "pingreq" });
  const before = line.packets("pingresp").length;
  await until("the ping's answer", () => line.packets("pingresp").length > before || line.isClosed());
};

describe("whoever knows the provisioning key and another unit's serial number", () => {
  test.each<[string, () => GatewayUnderTest]>([
    ["at the same gateway", () => here],
    ["at another gateway", () => there],
  ])("%s gets nothing and displaces nobody", async (_, where) => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    const unit = await asking(here, serialNumber, keys.key);
    const silent = kept(await connectProvisioning(where(), serialNumber));
    await listen(silent, serialNumber, "credentials");
    const keyless = await asking(where(), serialNumber);
    const thief = await asking(where(), serialNumber, strange.key);

    const { secret } = (await registerWith(serialNumber)).body;

    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual([secret]);
    for (const line of [silent, keyless, thief]) {
      await settled(line);
      await askToRegister(line, serialNumber, { key: strange.key });
      await settled(line);
      expect(heardOn(line, "credentials")).toEqual([]);
    }
    expect(unit.isClosed()).toBe(false);
  });

  test("does not end a registered unit's connection, whatever it says", async () => {
    const keys = newUnitKeys();
    const registered = await addUnit(here.parts, await addMachine(here.parts), { key: keys.key });
    const unit = kept(await connectUnit(here, registered));
    await expect(connectProvisioning(here, registered.serialNumber)).rejects.toThrow("refused with 5");
    // Even while a secret waits, so that the provisioning login is open.
    await stores().units.updateOne({ _id: registered._id }, { $set: { sealedSecret: waiting("s").sealedSecret } });
    const thief = await asking(there, registered.serialNumber, newUnitKeys().key);
    const another = await asking(here, registered.serialNumber, newUnitKeys().key);
    await settled(thief);
    expect(unit.isClosed()).toBe(false);
    for (const line of [thief, another]) expect(heardOn(line, "credentials")).toEqual([]);
  });

  test("does not push the waiting unit out by coming often: the oldest of the strangers goes", async () => {
    const serialNumber = word("CU");
    const keys = newUnitKeys();
    const unit = await asking(here, serialNumber, keys.key);
    const strangers: RawUnit[] = [];
    for (let i = 0; i < 30; i += 1) strangers.push(kept(await connectProvisioning(here, serialNumber)));
    await until("the oldest to go", () => strangers.filter((line) => !line.isClosed()).length <= 8);
    expect(strangers.slice(-8).every((line) => !line.isClosed())).toBe(true);
    expect(unit.isClosed()).toBe(false);
    const { secret } = (await registerWith(serialNumber)).body;
    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual([secret]);
  });

  test("is dropped, counted and shown on the request, again and again", async () => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    await asking(here, serialNumber, keys.key);
    const before = await counted(here, "dropped_total", "another-key");
    const thief = await asking(here, serialNumber, strange.key);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await askToRegister(thief, serialNumber, { key: strange.key, version: "9.9.9" });

    expect(await counted(here, "dropped_total", "another-key")).toBe(before + 2);
    expect((await shown(serialNumber)).request).toMatchObject({
      version: "1.0.0",
      fingerprint: fingerprintOf(keys.key),
      other: { fingerprint: fingerprintOf(strange.key), times: 2 },
    });
    expect((await registerWith(serialNumber)).body.vendingMachine).toMatchObject({
      fingerprint: fingerprintOf(keys.key),
      other: { fingerprint: fingerprintOf(strange.key) },
    });
  });

  test("cannot take a key's place by naming none", async () => {
    const serialNumber = word("CU");
    const keys = newUnitKeys();
    await asking(here, serialNumber, keys.key);
    const before = await counted(here, "dropped_total", "no-key");
    await asking(here, serialNumber);
    expect(await counted(here, "dropped_total", "no-key")).toBe(before + 1);
    expect((await shown(serialNumber)).request).toMatchObject({ fingerprint: fingerprintOf(keys.key), other: null });
  });

  test("cannot name a key between an operator's look and the registration", async () => {
    const { serialNumber } = await addRequest(here.parts);
    const strange = newUnitKeys();
    await asking(here, serialNumber, strange.key);

    const refused = await registerWith(serialNumber, { fingerprint: null });

    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain(fingerprintOf(strange.key));
    expect(refused.body.request).toMatchObject({ fingerprint: fingerprintOf(strange.key) });
    expect(await stores().units.findOne({ serialNumber })).toBeNull();
    expect((await registerWith(serialNumber, { fingerprint: fingerprintOf(strange.key) })).status).toBe(200);
  });

  test("reads nothing of what was sent to the unit, and a replay of the unit's own register brings no more", async () => {
    const serialNumber = word("CU");
    const [keys, strange] = [newUnitKeys(), newUnitKeys()];
    const unit = await asking(here, serialNumber, keys.key);
    await registerWith(serialNumber);
    await until("the unit's secret", () => heardOn(unit, "credentials").length > 0);

    const replay = await asking(here, serialNumber, keys.key);

    await until("what was sent to the replay", () => heardOn(replay, "credentials").length > 0);
    expect(() => secretsHeard(replay, serialNumber, strange)).toThrow();
    await unit.closed();
  });
});

describe("an operator accepts another key", () => {
  test("of a request: the secret goes to that unit from then on, and is written down", async () => {
    const serialNumber = word("CU");
    const [first, second] = [newUnitKeys(), newUnitKeys()];
    const early = await asking(here, serialNumber, first.key);
    const board = await asking(there, serialNumber, second.key);

    const { status, body } = await accept(serialNumber, second.key);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      vendingMachine: null,
      request: { serialNumber, fingerprint: fingerprintOf(second.key), other: null },
    });
    const line = await stores().audit.findOne({ "record.id": body.request._id });
    expect(line).toMatchObject({
      verb: "request.key-accepted",
      before: { key: first.key },
      after: { key: second.key },
    });
    const { secret } = (await registerWith(serialNumber)).body;
    await until("its secret", () => heardOn(board, "credentials").length > 0);
    expect(secretsHeard(board, serialNumber, second)).toEqual([secret]);
    await settled(early);
    expect(heardOn(early, "credentials")).toEqual([]);
  });

  test("of a registered unit: what waits is sealed to the new key, and New Secret too", async () => {
    const [first, second] = [newUnitKeys(), newUnitKeys()];
    const { _id, serialNumber } = await addUnit(here.parts, await addMachine(here.parts), {
      ...waiting("waits"),
      key: first.key,
    });
    const board = await asking(here, serialNumber, second.key);
    await settled(board);
    expect((await shown(serialNumber)).vendingMachine).toMatchObject({
      fingerprint: fingerprintOf(first.key),
      other: { fingerprint: fingerprintOf(second.key), times: 1 },
      rev: 0,
    });

    const { body } = await accept(serialNumber, second.key, { rev: 0 });

    expect(body.vendingMachine).toMatchObject({ fingerprint: fingerprintOf(second.key), other: null, rev: 1 });
    await until("the secret", () => heardOn(board, "credentials").length > 0);
    expect(secretsHeard(board, serialNumber, second)).toEqual(["waits"]);
    expect(await stores().audit.findOne({ "record.id": _id.toHexString() })).toMatchObject({
      verb: "unit.key-accepted",
      before: { key: first.key },
      after: { key: second.key, secretHash: "[hidden]", sealedSecret: "[hidden]" },
    });
    const renewed = await operator.post("/vending-machines/registered-vending-machine/new-secret", {
      _id: _id.toHexString(),
    });
    await until("the new secret", () => secretsHeard(board, serialNumber, second).includes(renewed.body.secret));
    expect((await accept(serialNumber, second.key)).body.vendingMachine).toMatchObject({ rev: 2 });
  });

  test("is refused for a key that nobody showed, an unknown serial number, and a stale look", async () => {
    const { serialNumber } = await addUnit(here.parts, null, {
      key: newUnitKeys().key,
      otherKey: { key: newUnitKeys().key, at: new Date(), times: 1 },
      rev: 4,
    });
    expect((await accept(serialNumber, newUnitKeys().key)).status).toBe(409);
    expect((await accept(word("NOBODY"), newUnitKeys().key)).status).toBe(404);
    const other = (await stores().units.findOne({ serialNumber }))?.otherKey?.key ?? "";
    const stale = await accept(serialNumber, other, { rev: 3 });
    expect(stale.status).toBe(409);
    expect(stale.body.vendingMachine).toMatchObject({ serialNumber, rev: 4 });
    expect((await accept(serialNumber, "AAAA")).status).toBe(409);
  });
});

describe("without a key", () => {
  test("nothing is sent: the operator carries the secret, and it opens the unit's own login", async () => {
    const serialNumber = word("CU");
    const unit = await asking(here, serialNumber);
    const { body } = await registerWith(serialNumber, { fingerprint: null });
    expect(body.vendingMachine.fingerprint).toBeNull();
    await settled(unit);
    await askToRegister(unit, serialNumber);
    await settled(unit);
    expect(heardOn(unit, "credentials")).toEqual([]);
    kept(await connectUnit(here, { serialNumber, secret: body.secret }));
    await unit.closed();
  });

  test("a unit that names a key only once it is registered waits for an operator", async () => {
    const { serialNumber } = await addUnit(here.parts, await addMachine(here.parts), waiting("waits"));
    const keys = newUnitKeys();
    const unit = await asking(here, serialNumber, keys.key);
    await settled(unit);
    expect(heardOn(unit, "credentials")).toEqual([]);
    await accept(serialNumber, keys.key);
    await until("its secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toEqual(["waits"]);
  });

  test("a request that is older than keys takes the first one that it hears", async () => {
    const { serialNumber, _id } = await addRequest(here.parts);
    expect((await shown(serialNumber)).request).toMatchObject({ fingerprint: null, other: null });
    const keys = newUnitKeys();
    await asking(here, serialNumber, keys.key);
    expect(await stores().registrationRequests.findOne({ serialNumber })).toMatchObject({ _id, key: keys.key });
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
    const line = kept(await connectProvisioning(here, serialNumber));
    const before = await counted(here, "dropped_total", reason);
    line.publish(up(serialNumber, "register"), { version: "1", dateTime: at, key }, 1, 5);
    await until("the PUBACK", () => line.acknowledged().includes(5));
    expect(await counted(here, "dropped_total", reason)).toBe(before + 1);
    expect(await stores().registrationRequests.findOne({ serialNumber })).toBeNull();
    expect(line.isClosed()).toBe(false);
  });
});

test("a unit that comes back ends its own earlier connection, and nobody else's", async () => {
  const serialNumber = word("CU");
  const [keys, strange] = [newUnitKeys(), newUnitKeys()];
  const earlier = await asking(here, serialNumber, keys.key);
  const other = await asking(here, serialNumber, strange.key);
  const later = await asking(here, serialNumber, keys.key);
  await earlier.closed();
  expect([other.isClosed(), later.isClosed()]).toEqual([false, false]);
});
