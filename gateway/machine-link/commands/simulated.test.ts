import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";

import { healthy } from "../../../scripts/simulator/faults.ts";
import { createSimulatedMachine, type SimulatedMachine } from "../../../scripts/simulator/simulated-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { giveCommand, rowOf, rowsOf, signal } from "../testing/given-command.ts";

let machine: SimulatedMachine;
let serialNumber: string;
const gateway = setUpGateway();
beforeAll(async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  serialNumber = login.serialNumber;
  machine = createSimulatedMachine({
    plan: {
      serialNumber,
      version: "2.4.1",
      channels: [1, 2, 3],
      faults: { ...healthy, jammedChannels: [3] },
      seed: "7",
    },
    mqttUrl: `mqtt://127.0.0.1:${gateway.mqttPort}`,
    secret: login.secret,
    provisioningKey: null,
    liveEveryMs: 1_000,
    pace: 0.01,
    onEvent: () => undefined,
  });
  machine.start();
  await isHeld();
});
afterAll(() => machine?.stop());

const isHeld = () =>
  until("the link of the machine", () => gateway.parts.redis.get(gateway.parts.keys.link(serialNumber)));
const give = async (options: Parameters<typeof giveCommand>[2]) => {
  const given = await giveCommand(gateway, serialNumber, options);
  await signal(gateway, given.commandId);
  return given.session;
};

test("a simulated machine opens what it is commanded to, and every fact arrives", async () => {
  const session = await give({ type: "stock-update", channels: [1, 2, 3] });
  await until("both doors were closed", async () => {
    const [first, second, third] = await rowsOf(gateway, session);
    return first?.facts.closed && second?.facts.closed && third?.facts.failed;
  });
  const rows = await rowsOf(gateway, session);
  expect(rows.map(({ facts }) => Object.keys(facts))).toEqual([
    ["acknowledged", "opened", "closed"],
    ["acknowledged", "opened", "closed"],
    ["acknowledged", "failed"],
  ]);
  expect(rows[2]?.facts.failed?.code).toBe("DOOR_JAMMED");
});

test("it answers what only reads, and a restart brings it back", async () => {
  const status = await give({ type: "check-lock-status", channels: [2] });
  await until("its status", async () => (await rowOf(gateway, status)).facts.status?.isLocked === true);
  const ping = await give({ type: "ping", channels: [] });
  await until("its answer", async () => (await rowOf(gateway, ping)).facts.acknowledged);
  const restart = await give({ type: "restart", channels: [] });
  await until("its restart", async () => (await rowOf(gateway, restart)).facts.restarted);
  expect(Object.keys((await rowOf(gateway, restart)).facts)).toEqual(["acknowledged", "restarted"]);
});
