import { expect, inject, test } from "vitest";
import { type GatewayFigures, startHeartbeat } from "#shared/health/heartbeat.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openDatabase } from "../../scripts/migrate/testing/test-databases.ts";

const log = createLogger("workers", "silent");
const database = setUp(async () => {
  const mongo = await openDatabase(inject("mongodbUri"));
  return { mongo, stop: mongo.giveBack };
});
const figures: GatewayFigures = { machines: null, streamDelayMs: null, stockRepaired: null };

test("a process reports itself until it stops", async () => {
  const { mongo } = database;
  const stop = startHeartbeat({ mongo, kind: "workers", log });
  await eventually(async () => expect(await mongo.collections.processes.countDocuments()).toBe(1));
  await stop();
  expect(await mongo.collections.processes.countDocuments()).toBe(0);
});

test("a report that is still on its way when its process has stopped does not bring it back", async () => {
  const { mongo } = database;
  let goOn: () => void = () => undefined;
  const late = new Promise<GatewayFigures>((resolve) => {
    goOn = () => resolve(figures);
  });
  const stop = startHeartbeat({ mongo, kind: "gateway", log, figures: () => late });
  // It waits for no report longer than two seconds.
  await stop();
  goOn();
  await mongo.serverTime();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await mongo.collections.processes.countDocuments()).toBe(0);
});
