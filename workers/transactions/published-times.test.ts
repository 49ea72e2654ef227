import { afterEach, expect, test, vi } from "vitest";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { setUpTakes } from "./testing/taken.fixture.ts";

const { apply, fact, mongo, taken } = setUpTakes();
afterEach(() => void vi.restoreAllMocks());

test("a can that came out is published with the database's time, whatever the worker's own clock says", async () => {
  await mongo.collections.webhooks.insertOne(aWebhook(["can.opened"]));
  const one = await taken();
  await fact(one, "opened");
  const before = await mongo.serverTime();
  vi.spyOn(Date, "now").mockReturnValue(before - 15_000);

  await apply(one);

  const stored = await mongo.collections.webhookDeliveries.findOne({ "subject.id": one._id });
  expect(stored?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
});
