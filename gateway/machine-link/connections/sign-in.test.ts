import { describe, expect, test } from "vitest";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";

import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import {
  at,
  connectProvisioning,
  connectRequesting,
  connectUnit,
  counted,
  heardOn,
  heartbeat,
  listen,
  requestRegistration,
  sayAcknowledged,
  secretsHeard,
  up,
} from "../testing/link-under-test.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway, "admin");

const units = () => gateway.stores.units;
const registered = async (options: Parameters<typeof addUnit>[2] = {}) =>
  addUnit(gateway.parts, await addMachine(gateway.parts), options);
const waiting = (secret: string, livesMs = 3_600_000) => ({
  secretHash: createSecrets(gateway.config.JWT_SECRET).hash(secret),
  sealedSecret: {
    box: createSecrets(gateway.config.JWT_SECRET).seal(secret),
    until: new Date(gateway.parts.clock.now() + livesMs),
  },
});
const stored = (serialNumber: string) => units().findOne({ serialNumber });
const requestOf = (serialNumber: string) => gateway.stores.registrationRequests.findOne({ serialNumber });

describe("a registered unit", () => {
  test("comes in with its own secret", async () => {
    const unit = await registered();
    const line = await connectUnit(gateway, unit);
    expect(line.isClosed()).toBe(false);
  });

  test("is refused with a wrong secret, under another's name, unknown or unauthorised, and counted", async () => {
    const unit = await registered();
    const other = await registered();
    const revoked = await registered({ authorised: false });
    const before = await counted(gateway, "refused_total", "sign-in");

    await expect(connectUnit(gateway, { ...unit, secret: "guess" })).rejects.toThrow("refused with 5");
    await expect(connectUnit(gateway, { ...unit, secret: other.secret })).rejects.toThrow("refused with 5");
    await expect(connectUnit(gateway, { serialNumber: "CU-UNKNOWN", secret: "x" })).rejects.toThrow("refused with 5");
    await expect(connectUnit(gateway, revoked)).rejects.toThrow("refused with 5");

    expect(await counted(gateway, "refused_total", "sign-in")).toBe(before + 4);
  });

  test("receives the time once it has subscribed, and again later", async () => {
    const quick = await gatewayOfTest({ limits: { sendTimeEveryMs: 50 } });
    const unit = await addUnit(quick.parts, await addMachine(quick.parts));
    const line = await connectUnit(quick, unit);
    await listen(line, unit.serialNumber);
    await until("the time, three times", () => heardOn(line, "time").length >= 3);
    const [published] = heardOn(line, "time");
    expect(Math.abs(Date.parse(String(published?.now)) - Date.now())).toBeLessThan(60_000);
  });

  test("is not sent the time before it has subscribed", async () => {
    const unit = await registered();
    const line = await connectUnit(gateway, unit);
    line.send({ cmd: "pingreq" });
    await until("the ping's answer", () => line.packets("pingresp").length === 1);
    expect(line.packets("publish")).toEqual([]);
  });
});

describe("a unit that requests registration", () => {
  test("leaves one request per serial number, refreshed each time", async () => {
    const serialNumber = word("NEW");
    const line = await connectProvisioning(gateway, serialNumber);

    await sayAcknowledged(line, up(serialNumber, "register"), { version: "1.0.0", dateTime: at }, 1);
    const first = await requestOf(serialNumber);
    await sayAcknowledged(line, up(serialNumber, "register"), { version: "1.1.0", dateTime: at }, 2);

    expect(first).toMatchObject({ version: "1.0.0", dateTime: new Date(at) });
    expect(await requestOf(serialNumber)).toMatchObject({ _id: first?._id, version: "1.1.0" });
    expect(await gateway.stores.registrationRequests.countDocuments({ serialNumber })).toBe(1);
  });

  test("is refused with a wrong provisioning key", async () => {
    await expect(connectProvisioning(gateway, word("NEW"), "wrong-key")).rejects.toThrow("refused with 5");
  });

  test("comes in with the previous provisioning key while that is replaced", async () => {
    const env = { PROVISIONING_KEY: "the new provisioning key", PROVISIONING_KEY_PREVIOUS: "the one before it" };
    const replaced = await gatewayOfTest({ env });
    for (const key of Object.values(env)) await connectProvisioning(replaced, word("NEW"), key);
    await expect(connectProvisioning(replaced, word("NEW"), "wrong-key")).rejects.toThrow("refused with 5");
  });

  test("gets its credentials the moment an operator registers it, and comes in with them", async () => {
    const serialNumber = word("NEW");
    const machine = await addMachine(gateway.parts);
    const keys = newUnitKeys();
    const line = await connectRequesting(gateway, serialNumber, keys.key);

    const answer = await operator.post("/vending-machines/register-request", {
      serialNumber,
      version: "1.0.0",
      name: "Front door",
      vendingMachine: machine._id.toHexString(),
    });

    expect(answer.body).toMatchObject({ success: true });
    await until("its credentials", () => heardOn(line, "credentials").length > 0);
    expect(secretsHeard(line, serialNumber, keys)[0]).toBe(answer.body.secret);
    expect(await requestOf(serialNumber)).toBeNull();
    const own = await connectUnit(gateway, { serialNumber, secret: answer.body.secret });
    await line.closed();
    expect(own.isClosed()).toBe(false);
  });

  test("gets them again at every connection until it has signed in with them once", async () => {
    const keys = newUnitKeys();
    const unit = await registered({ ...waiting("its own secret"), key: keys.key });
    for (let time = 1; time <= 2; time += 1) {
      const line = await connectRequesting(gateway, unit.serialNumber, keys.key);
      await until("its credentials", () => heardOn(line, "credentials").length > 0);
      // Once for the connection, and once for its request then; both may be there by now.
      const heard = secretsHeard(line, unit.serialNumber, keys).length;
      await requestRegistration(line, unit.serialNumber, { key: keys.key });
      await until("its credentials again", () => heardOn(line, "credentials").length > heard);
      expect(new Set(secretsHeard(line, unit.serialNumber, keys))).toEqual(new Set(["its own secret"]));
      expect(await requestOf(unit.serialNumber)).toBeNull();
    }

    await connectUnit(gateway, { serialNumber: unit.serialNumber, secret: "its own secret" });

    await until("the secret is forgotten", async () => (await stored(unit.serialNumber))?.sealedSecret === null);
    expect((await stored(unit.serialNumber))?.rev).toBe(0);
    await expect(connectProvisioning(gateway, unit.serialNumber)).rejects.toThrow("refused with 5");
  });

  test("is refused once the time to fetch them is over, while it is unauthorised, or when they cannot be read", async () => {
    const late = await registered(waiting("secret", -1));
    const revoked = await registered({ ...waiting("secret"), authorised: false });
    const unreadable = await registered({
      sealedSecret: { ...waiting("secret").sealedSecret, box: "sealed elsewhere" },
    });
    for (const { serialNumber } of [late, revoked, unreadable]) {
      await expect(connectProvisioning(gateway, serialNumber)).rejects.toThrow("refused with 5");
    }
  });

  test("may fetch a new secret after New Secret, and its old connection has ended by then", async () => {
    const keys = newUnitKeys();
    const unit = await registered({ key: keys.key });
    const line = await connectUnit(gateway, unit);

    const renewed = await operator.post("/vending-machines/registered-vending-machine/new-secret", {
      _id: unit._id.toHexString(),
    });
    if (renewed.status !== 200) throw new Error(`New Secret answered ${renewed.status}: ${renewed.text}`);

    await line.closed();
    await expect(connectUnit(gateway, unit)).rejects.toThrow("refused with 5");
    const fetching = await connectRequesting(gateway, unit.serialNumber, keys.key);
    await until("the new secret", () => heardOn(fetching, "credentials").length > 0);
    expect(secretsHeard(fetching, unit.serialNumber, keys)).toEqual([renewed.body.secret]);
  });

  test("leaves no request behind when it is registered in the same moment", async () => {
    for (let round = 0; round < 20; round += 1) {
      const serialNumber = word("RACE");
      const line = await connectProvisioning(gateway, serialNumber);
      const machine = await addMachine(gateway.parts);
      const register = { serialNumber, version: "1", name: "Race", vendingMachine: machine._id.toHexString() };
      await Promise.all([
        sayAcknowledged(line, up(serialNumber, "register"), { version: "1", dateTime: at }, 1),
        operator.post("/vending-machines/register-request", register),
      ]);
      expect(await stored(serialNumber)).not.toBeNull();
      await until("no request waits", async () => (await requestOf(serialNumber)) === null);
    }
  });
});

describe("an operator withdraws the permission", () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ["unauthorised", (serial) => units().updateOne({ serialNumber: serial }, { $set: { authorised: false } })],
    ["deleted", (serial) => units().deleteOne({ serialNumber: serial })],
    ["secret-replaced", (serial) => units().updateOne({ serialNumber: serial }, { $set: { secretHash: "other" } })],
  ])("%s: the unit is disconnected at once and refused from then on", async (reason, withdraw) => {
    const unit = await registered();
    const line = await connectUnit(gateway, unit);
    const before = await counted(gateway, "refused_total", reason);

    await withdraw(unit.serialNumber);

    await line.closed();
    expect(await counted(gateway, "refused_total", reason)).toBe(before + 1);
    await expect(connectUnit(gateway, unit)).rejects.toThrow("refused with 5");
  });

  test("in the very moment of signing in: no unit stays connected", async () => {
    for (let round = 0; round < 30; round += 1) {
      const unit = await registered();
      const [line] = await Promise.all([
        connectUnit(gateway, unit).catch(() => null),
        units().updateOne({ _id: unit._id }, { $set: { authorised: false } }),
      ]);
      await line?.closed();
    }
  });

  test("other changes of the record leave the connection alone", async () => {
    const unit = await registered();
    const line = await connectUnit(gateway, unit);
    await units().updateOne({ _id: unit._id }, { $set: { name: "Renamed" }, $inc: { rev: 1 } });
    await sayAcknowledged(line, up(unit.serialNumber, "live"), heartbeat, 1);
    expect(line.isClosed()).toBe(false);
  });
});

test("a request that nobody answered yet is refreshed, not doubled, by a unit that comes back", async () => {
  const request = await addRequest(gateway.parts);
  const line = await connectProvisioning(gateway, request.serialNumber);
  await sayAcknowledged(line, up(request.serialNumber, "register"), { version: "9", dateTime: at }, 1);
  expect(await requestOf(request.serialNumber)).toMatchObject({ _id: request._id, version: "9" });
});
