import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../broker/testing/raw-unit.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, report, rowOf, sayLocks } from "../testing/given-command.ts";

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
});
afterAll(async () => {
  await gateway?.parts.mongo.db.setProfilingLevel("off");
  await gateway?.stop();
});

interface Profiled {
  op: string;
  ns: string;
  planSummary: string;
}

test("nothing on the way of a command and its facts reads a whole collection", async () => {
  const { mongo } = gateway.parts;
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const unit = await listening(gateway, login);
  await mongo.db.setProfilingLevel("all");

  const door = await deliverCommand(gateway, unit, serialNumber, { channels: [1, 2] });
  for (const fact of ["acknowledged", "opened", "opened"] as const)
    await report(unit, serialNumber, { commandId: door.commandId, channel: 1, fact });
  await sayLocks(unit, serialNumber, { 1: true, 2: true });
  const status = await deliverCommand(gateway, unit, serialNumber, { type: "lock-status" });
  await report(unit, serialNumber, { commandId: status.commandId, channel: 1, fact: "status", isLocked: true });
  const restart = await deliverCommand(gateway, unit, serialNumber, { type: "restart", channels: [] });
  await report(unit, serialNumber, { commandId: restart.commandId, channel: null, fact: "acknowledged" });
  const again = await listening(gateway, login);
  await until("its restart", async () => (await rowOf(gateway, restart.session)).facts.restarted);
  expect((await rowOf(gateway, door.session)).facts.closed).toBeDefined();

  await mongo.db.setProfilingLevel("off");
  again.leave();
  const profiled = await mongo.db
    .collection<Profiled>("system.profile")
    .find({ planSummary: { $exists: true }, ns: { $not: /\$cmd|system|connectionHistory|liveHistory|lockHistory/ } })
    .toArray();
  const rows = profiled.filter(({ ns }) => ns.endsWith(".sessionRows")).map(({ planSummary }) => planSummary);
  for (const key of ["{ session: 1, channel: 1 }", "{ serialNumber: 1, channel: 1 }", "{ serialNumber: 1 }"])
    expect(rows).toContain(`IXSCAN ${key}`);
  expect(profiled.filter(({ planSummary }) => planSummary.includes("COLLSCAN"))).toEqual([]);
});

test("the status of one lock reads no other lock of its unit", async () => {
  const { mongo } = gateway.parts;
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = await listening(gateway, login);
  const channels = Array.from({ length: 50 }, (_, i) => i + 1);
  await sayLocks(unit, login.serialNumber, Object.fromEntries(channels.map((channel) => [channel, true])));
  const { commandId } = await deliverCommand(gateway, unit, login.serialNumber, { type: "lock-status", channels });
  await mongo.db.setProfilingLevel("all");

  await report(unit, login.serialNumber, { commandId, channel: 7, fact: "status", isLocked: true });

  await mongo.db.setProfilingLevel("off");
  unit.leave();
  const profiled = await mongo.db
    .collection<Profiled & { docsExamined: number; command: { filter?: object } }>("system.profile")
    .find({ op: "query", ns: /\.doors$/, "command.filter": { $exists: true } })
    .sort({ ts: -1 })
    .toArray();
  expect(profiled[0]?.docsExamined).toBe(1);
});
