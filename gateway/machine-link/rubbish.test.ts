import fc from "fast-check";
import { expect, test } from "vitest";
import { rubbish, sendRubbish } from "../../broker/testing/rubbish.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { connectUnit, heartbeat, sayAcknowledged, up } from "./testing/link-under-test.ts";

const gateway = setUpGateway();

const droppedSoFar = async () => {
  const { values } = await gateway.parts.metrics.droppedMessages.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

test("10,000 random payloads on random topics leave no row in the database, and other units go on", async () => {
  const mad = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const calm = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const other = await connectUnit(gateway, calm);

  const { doors, lastSeen, liveHistory, lockHistory, registrationRequests, units } = gateway.stores;
  const order = { serialNumber: mad.serialNumber, connect: () => connectUnit(gateway, mad), dealtWith: droppedSoFar };
  const nothingIsStored = fc.asyncProperty(rubbish, async (said) => {
    await sendRubbish(said, order);
    for (const rows of [doors, lastSeen, liveHistory, lockHistory, registrationRequests]) {
      expect(await rows.countDocuments({})).toBe(0);
    }
  });
  const swept = nothingIsStored.beforeEach(async () => {
    for (const rows of [doors, lastSeen, liveHistory, lockHistory, registrationRequests]) await rows.deleteMany({});
  });
  await fc.assert(swept, { numRuns: 20, interruptAfterTimeLimit: 40_000 });
  expect(await units.countDocuments({})).toBe(2);
  for (const { online, offline } of gateway.parts.keys.presence)
    expect(await gateway.parts.redis.exists(online, offline)).toBe(0);
  await sayAcknowledged(other, up(calm.serialNumber, "live"), heartbeat, 1);
  expect((await gateway.request.get("/auth/me")).status).toBe(401);
});
