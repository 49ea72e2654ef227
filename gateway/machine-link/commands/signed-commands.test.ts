import { afterEach, expect, test } from "vitest";
import { isRightMac } from "#shared/registration/command-keys.server.ts";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { healthy } from "../../../scripts/simulator/faults.ts";
import { createSimulatedMachine, type SimulatedMachine } from "../../../scripts/simulator/simulated-machine.ts";
import type { GatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { deliverCommand, giveCommand, listening, rowOf, signal } from "../testing/given-command.ts";
import {
  connectProvisioning,
  credentialsHeard,
  heardOn,
  listen,
  requestRegistration,
} from "../testing/link-under-test.ts";
import { setUpRegistration } from "../testing/registration.fixture.ts";

const fixture = setUpRegistration();
let machine: SimulatedMachine | undefined;
afterEach(async () => {
  await machine?.stop();
  machine = undefined;
});

const keys = newUnitKeys();
const requesting = async (gateway: GatewayUnderTest, serialNumber: string, mac?: boolean) => {
  const unit = fixture.kept(await connectProvisioning(gateway, serialNumber));
  await listen(unit, serialNumber, "credentials");
  await requestRegistration(unit, serialNumber, mac === undefined ? { key: keys.key } : { key: keys.key, mac });
  return unit;
};
/** Registers a unit and returns what it was sent last. */
const registered = async (serialNumber: string, mac?: boolean) => {
  const unit = await requesting(fixture.here, serialNumber, mac);
  const { body } = await fixture.registerWith(serialNumber);
  await until("its credentials", () => heardOn(unit, "credentials").length > 0);
  const sent = credentialsHeard(unit, serialNumber, keys).at(-1);
  if (!sent) throw new Error("no credentials came");
  expect(sent.secret).toBe(body.secret);
  return { ...sent, _id: String(body.vendingMachine._id) };
};
/** The command that this unit receives when one is given. */
const heardCommand = async (gateway: GatewayUnderTest, serialNumber: string, secret: string) => {
  const unit = fixture.kept(await listening(gateway, { serialNumber, secret }));
  await deliverCommand(gateway, unit, serialNumber, { channels: [3, 4] });
  const [command] = heardOn(unit, "command");
  return command as Parameters<typeof isRightMac>[2];
};

test("a unit that checks commands is given a key with its secret, and each gateway signs with it", async () => {
  const serialNumber = word("CU");
  const { secret, commandKey } = await registered(serialNumber, true);
  if (!commandKey) throw new Error("it was given no key");

  for (const gateway of [fixture.here, fixture.there]) {
    const command = await heardCommand(gateway, serialNumber, secret);
    expect(isRightMac(commandKey, serialNumber, command)).toBe(true);
  }
  const stored = JSON.stringify(await fixture.stores.units.findOne({ serialNumber }));
  expect(stored).not.toContain(commandKey.toString("base64url"));
});

test.each([undefined, false])("to one that says mac: %s nothing is other than it was", async (mac) => {
  const serialNumber = word("CU");
  const { secret, commandKey } = await registered(serialNumber, mac);
  expect(commandKey).toBeNull();
  expect(Object.keys(await heardCommand(fixture.here, serialNumber, secret))).toEqual([
    "commandId",
    "sessionId",
    "type",
    "channels",
    "expiresAt",
  ]);
});

test("the key is the same however often and wherever the unit requests it; New Secret makes another one", async () => {
  const serialNumber = word("CU");
  const first = await registered(serialNumber, true);
  const [here, there] = [
    await requesting(fixture.here, serialNumber, true),
    await requesting(fixture.there, serialNumber, true),
  ];
  await until("its credentials", () => heardOn(there, "credentials").length > 0);
  expect(credentialsHeard(there, serialNumber, keys)[0]).toMatchObject({ commandKey: first.commandKey });
  here.leave();

  const { body } = await fixture.newSecret(first._id);
  const newest = () => credentialsHeard(there, serialNumber, keys).find(({ secret }) => secret === body.secret);
  const renewed = await until("the new credentials", newest);
  expect(renewed.commandKey).toHaveLength(32);
  expect(renewed.commandKey).not.toEqual(first.commandKey);
  const line = await fixture.stores.audit.findOne({ "record.id": first._id, verb: "unit.secret-renewed" });
  expect(line).toMatchObject({ before: { commandKey: "[hidden]" } });
});

test("firmware that checks them no longer is given none with the next New Secret", async () => {
  const serialNumber = word("CU");
  const { _id } = await registered(serialNumber, true);
  await requesting(fixture.here, serialNumber);
  const { body } = await fixture.newSecret(_id);
  expect((await heardCommand(fixture.here, serialNumber, body.secret)).mac).toBeUndefined();
});

test("a key that cannot be read keeps no unit away; its commands are not signed", async () => {
  const serialNumber = word("CU");
  const { secret } = await registered(serialNumber);
  await fixture.stores.units.updateOne({ serialNumber }, { $set: { commandKey: "AAAA" } });
  expect((await heardCommand(fixture.here, serialNumber, secret)).mac).toBeUndefined();
});

test("a key that an earlier secret locked is replaced when the unit fetches its new one", async () => {
  const serialNumber = word("CU");
  const { _id } = await registered(serialNumber, true);
  const { commandKey = null } = (await fixture.stores.units.findOne({ serialNumber })) ?? {};
  const { body } = await fixture.newSecret(_id);
  // As a gateway of the version before would have left it.
  await fixture.stores.units.updateOne({ serialNumber }, { $set: { commandKey } });

  const unit = await requesting(fixture.there, serialNumber, true);
  const sent = await until("its credentials", () => credentialsHeard(unit, serialNumber, keys)[0]);

  expect(sent.secret).toBe(body.secret);
  if (!sent.commandKey) throw new Error("it was given no key");
  expect(isRightMac(sent.commandKey, serialNumber, await heardCommand(fixture.here, serialNumber, body.secret))).toBe(
    true,
  );
});

test("a simulated machine requests the key, opens what is signed, and refuses what is not", async () => {
  const serialNumber = word("CU");
  const { here } = fixture;
  machine = createSimulatedMachine({
    plan: { serialNumber, version: "2.4.1", channels: [1], faults: healthy, seed: "7" },
    mqttUrl: `mqtt://127.0.0.1:${here.mqttPort}`,
    secret: null,
    provisioningKey,
    liveEveryMs: 1_000,
    pace: 0.01,
    onEvent: () => undefined,
  });
  machine.start();
  await until("its request", () => fixture.stores.registrationRequests.findOne({ serialNumber }));
  await fixture.registerWith(serialNumber);
  const isHeld = () => here.parts.redis.get(here.parts.keys.link(serialNumber));
  await until("the link of the machine", isHeld);

  const opened = await giveCommand(here, serialNumber, { channels: [1] });
  await signal(here, opened.commandId);
  await until("its door", async () => (await rowOf(here, opened.session)).facts.opened);

  // As if somebody who can write to the line, and has no key, gave one.
  const unit = await fixture.stores.units.findOne({ serialNumber });
  await fixture.stores.units.updateOne({ serialNumber }, { $set: { commandKey: "AAAA" } });
  machine.dropOut(100);
  await until(
    "its return",
    async () => (await fixture.stores.connectionCounts.findOne({ _id: serialNumber }))?.count === 2,
  );
  await until("the link of the machine", isHeld);
  const forged = await giveCommand(here, serialNumber, { channels: [1] });
  await until("it is heard", async () => {
    await signal(here, forged.commandId);
    return (await rowOf(here, forged.session)).facts.failed;
  });
  expect(unit?.commandKey).toEqual(expect.any(String));
  expect((await rowOf(here, forged.session)).facts).toMatchObject({ failed: { code: "WRONG_MAC" } });
  expect((await rowOf(here, forged.session)).facts.acknowledged).toBeUndefined();
});
