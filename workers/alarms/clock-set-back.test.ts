import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpAlarms } from "./testing/alarms.fixture.ts";

const app = setUpAlarms();
const hour = 3_600_000;

test("alarms go on where MongoDB's clock is set back, as by a primary that takes over", async () => {
  const [before] = await app.plant(1);
  if (!before) throw new Error("one was planted");
  await app.settle([before]);
  app.clock.advance(-hour);

  const serialNumber = "CU-WAITS";
  const at = new Date(app.clock.now());
  await app.collections.registrationRequests.insertOne({
    _id: new ObjectId(),
    serialNumber,
    version: "1",
    dateTime: at,
    requestedAt: at,
    key: null,
    otherKey: null,
  });
  const heard = await app.plantHeard();
  await app.pass(12_000);
  expect(await app.states("unit-waiting", serialNumber)).toMatchObject([{ state: "open" }]);

  await app.minutes(5);
  const id = heard.machine._id.toHexString();
  expect(await app.states("machine-offline", id)).toMatchObject([{ state: "open", count: 1 }]);
});
