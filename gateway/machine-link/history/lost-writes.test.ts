import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { createFirmware } from "../presence/firmware.ts";
import { createHistory } from "./history.ts";

const gateway = setUpGateway();
const away = new Error("no primary");
const log = createLogger("gateway", "silent");

test("a heartbeat that MongoDB did not take makes no silence of a machine that was heard", async () => {
  const { liveHistory } = gateway.stores;
  const { mongo, limits } = gateway.parts;
  const history = createHistory({ mongo, limits, log });
  const serialNumber = word("CU");
  const began = Date.now() - 600_000;
  const insertMany = vi.spyOn(liveHistory, "insertMany");
  onTestFinished(() => insertMany.mockRestore());
  for (let beat = 0; beat < 12; beat += 1) {
    const now = began + beat * 25_000;
    // A failover, which takes the second row.
    if (beat === 3) insertMany.mockRejectedValueOnce(away);
    history.heartbeat(serialNumber, { uptime: beat, at: new Date(now).toISOString() }, now);
    await history.flush();
  }

  const rows = await liveHistory.find({ "meta.unit": serialNumber }).sort({ receivedAt: 1 }).toArray();
  const steps = rows.slice(1).map(({ receivedAt }, at) => receivedAt.getTime() - (rows[at]?.receivedAt.getTime() ?? 0));
  expect(insertMany).toHaveBeenCalled();
  expect(steps.length).toBeGreaterThan(1);
  // So far apart they would be a gap (silences.ts).
  expect(Math.max(...steps)).toBeLessThanOrEqual(limits.silentAfterSeconds * 1_000 + limits.storeLiveEveryMs);
});

test("the firmware of a unit is stored although MongoDB was away when it was named", async () => {
  const { units } = gateway.stores;
  const { serialNumber } = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const firmware = createFirmware({ mongo: gateway.parts.mongo, log });
  const bulkWrite = vi.spyOn(units, "bulkWrite").mockRejectedValueOnce(away);
  onTestFinished(() => bulkWrite.mockRestore());

  firmware.note(serialNumber, "9.9.9");
  await firmware.flush();

  await eventually(async () => expect((await units.findOne({ serialNumber }))?.version).toBe("9.9.9"));
});

test("what a unit says is stored although MongoDB's clock was set back", async () => {
  const { lastSeen, liveHistory } = gateway.stores;
  const { mongo, limits } = gateway.parts;
  const history = createHistory({ mongo, limits, log });
  const serialNumber = word("CU");
  const before = Date.now();
  for (const [strength, now] of [
    [-60, before],
    [-90, before - 3_600_000],
  ] as const) {
    history.heartbeat(serialNumber, { strength, uptime: 1, at: new Date(now).toISOString() }, now);
    await history.flush();
  }

  expect(await liveHistory.countDocuments({ "meta.unit": serialNumber })).toBe(2);
  expect(await lastSeen.findOne({ _id: serialNumber })).toMatchObject({ strength: -90, clockOffsetSeconds: 0 });
});
