import { describe, expect, onTestFinished, test } from "vitest";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import { healthy } from "../../../scripts/simulator/faults.ts";
import { createSimulatedMachine } from "../../../scripts/simulator/simulated-machine.ts";
import { type GatewayUnderTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { keepUnits } from "../testing/kept-units.ts";
import {
  connectProvisioning,
  connectRequesting,
  connectUnit,
  heardOn,
  heartbeat,
  sayAcknowledged,
  secretsHeard,
  up,
} from "../testing/link-under-test.ts";

const kept = keepUnits();
const here = setUpGateway({ limits: { requestSweepEveryMs: 50, waitingConnectionMs: 400 } });
/** Each change comes too late for it: it skips them, and asks what may have changed. */
const behind = setUpGateway({ beside: here, limits: { streamLateMs: -1 }, env: { GATEWAY_ROLE: "machines" } });
const steady = setUpGateway({ beside: here });
const operator = setUpOperator(here, "admin");

const register = async (serialNumber: string) => {
  const machine = await addMachine(here.parts);
  const input = { serialNumber, version: "1", name: "Unit", vendingMachine: machine._id.toHexString() };
  return operator.post("/vending-machines/register-request", input);
};
/** A unit as its firmware should be: it registers once with each connection. */
const switchOn = (gateway: GatewayUnderTest, serialNumber: string) => {
  const unit = createSimulatedMachine({
    plan: { serialNumber, version: "2.4.1", channels: [1], faults: healthy, seed: serialNumber },
    mqttUrl: `mqtt://127.0.0.1:${gateway.mqttPort}`,
    secret: null,
    provisioningKey,
    liveEveryMs: 1_000,
    pace: 0.01,
    onEvent: () => undefined,
  });
  unit.start();
  onTestFinished(unit.stop);
  return unit;
};
const requestOf = (serialNumber: string) => here.stores.registrationRequests.findOne({ serialNumber });

describe("a unit that stays connected while it waits", () => {
  test("is registered also where its request has ended meanwhile", async () => {
    const serialNumber = word("CU");
    const unit = switchOn(here, serialNumber);
    const first = await until("its request", () => requestOf(serialNumber));

    // As one that was not refreshed for seven days ends.
    await here.stores.registrationRequests.deleteOne({ _id: first._id });

    await until("its next request", () => requestOf(serialNumber));
    await register(serialNumber);
    await until("its own login", () => unit.state() === "connected");
  });

  test("refreshes its request again and again", async () => {
    const serialNumber = word("CU");
    switchOn(here, serialNumber);
    const { requestedAt } = await until("its request", () => requestOf(serialNumber));
    await until("a later one", async () => {
      const request = await requestOf(serialNumber);
      return request && request.requestedAt > requestedAt;
    });
  });

  test("gets its secret from a gateway that has skipped its registration", async () => {
    const serialNumber = word("CU");
    const keys = newUnitKeys();
    const unit = kept(await connectRequesting(behind, serialNumber, keys.key));

    const { secret } = (await register(serialNumber)).body;

    await until("its secret", () => heardOn(unit, "credentials").length > 0);
    expect(secretsHeard(unit, serialNumber, keys)).toContain(secret);
  });

  test("for its key to be accepted requests registration once the unit of its serial number is deleted", async () => {
    const secrets = createSecrets(here.config.JWT_SECRET);
    const { serialNumber } = await addUnit(here.parts, await addMachine(here.parts), {
      key: newUnitKeys().key,
      sealedSecret: { box: secrets.seal("waits"), until: new Date(here.parts.clock.now() + 3_600_000) },
    });
    switchOn(steady, serialNumber);
    await eventually(async () =>
      expect((await here.stores.units.findOne({ serialNumber }))?.otherKey?.key).toBeTruthy(),
    );
    expect(await requestOf(serialNumber)).toBeNull();

    await operator.delete("/vending-machines/registered-vending-machine", { serialNumber });

    await eventually(async () => expect(await requestOf(serialNumber)).not.toBeNull());
  });
});

test("a connection with a unit's own secret stands, however long", async () => {
  const login = await addUnit(here.parts, await addMachine(here.parts));
  const unit = kept(await connectUnit(here, login));
  const waiting = kept(await connectProvisioning(here, word("CU")));
  await waiting.closed();
  await sayAcknowledged(unit, up(login.serialNumber, "live"), heartbeat, 1);
  expect(unit.isClosed()).toBe(false);
});
