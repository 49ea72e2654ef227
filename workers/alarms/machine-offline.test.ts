import { expect, test } from "vitest";
import { setUpAlarms, stepsOf } from "./testing/alarms.fixture.ts";

const app = setUpAlarms();

test("a machine that is silent for more than five minutes is one alarm, until it is heard", async () => {
  const [silent, other] = await app.plant(2);
  if (!silent || !other) throw new Error("two were planted");
  await app.settle([silent, other]);
  const silentSince = app.clock.now() - 60_000;
  await app.hear([other]);
  await app.minutes(4);
  expect(await app.of("machine-offline")).toEqual([]);

  await app.pass(20_000);
  const [alarm, ...more] = await app.of("machine-offline");
  expect(more).toEqual([]);
  expect(alarm).toMatchObject({
    subject: { kind: "machine", id: silent.machine._id.toHexString() },
    machine: silent.machine._id,
    state: "open",
    count: 1,
    startedAt: new Date(silentSince),
  });

  await app.hear([silent, other]);
  await app.pass(20_000);
  const [cleared] = await app.of("machine-offline");
  expect(cleared).toMatchObject({ state: "cleared", clearedAt: new Date(app.clock.now()), clearedBy: null, due: [] });
});
