import type { ObjectId } from "mongodb";
import type { CDPSession, Page } from "playwright-core";
import { systemClock } from "#shared/runtime/clock.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { createPresence } from "#shared/runtime/presence.ts";
import { aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import type { GatewayParts } from "../../../gateway/parts.ts";
import type { Visit } from "../../testing/visit.ts";
import { dragScrollBar, type Frames, gesture, recordFrames } from "../frames.ts";

const perBatch = 1_000;
/** Changes are told as the gateway gathers them: so often a second. */
const batchesPerSecond = 50;

/** Machines with their units, straight in the database; answers the units' serial numbers. */
export const plantFleet = async ({ mongo }: Pick<GatewayParts, "mongo">, rows: number): Promise<string[]> => {
  const serialNumbers: string[] = [];
  const profile: ObjectId | undefined = (await mongo.collections.productProfiles.findOne())?._id;
  for (let from = 0; from < rows; from += perBatch) {
    const machines = Array.from({ length: Math.min(perBatch, rows - from) }, (_, n) => {
      const number = String(from + n).padStart(5, "0");
      const wishes = { name: `Machine ${number}`, vendingMachineId: `BRW-${number}` };
      return aMachine(profile ? { ...wishes, profile } : wishes);
    });
    const units = machines.map((machine) => aUnit(machine, { serialNumber: `CU-${machine.vendingMachineId}` }));
    await mongo.collections.machines.insertMany(machines);
    await mongo.collections.units.insertMany(units);
    serialNumbers.push(...units.map(({ serialNumber }) => serialNumber));
  }
  return serialNumbers;
};

/** Heartbeats of these units, in turn, as the gateway writes and tells them. */
export const startHeartbeats = async (parts: GatewayParts, serialNumbers: string[], perSecond: number) => {
  const { redis, keys, mongo } = parts;
  const presence = createPresence({
    redis,
    keys,
    clock: systemClock,
    collections: mongo.collections,
    log: createLogger("bench", "silent"),
    silentAfterSeconds: 75,
  });
  const beatOf = (serialNumber: string) => ({
    serialNumber,
    heardAt: Date.now(),
    link: null,
    strength: -50 - Math.floor(Math.random() * 40),
  });
  await presence.touch(serialNumbers.map(beatOf));
  const began = performance.now();
  let told = 0;
  let last: Promise<void> = Promise.resolve();
  const clock = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond) - told;
    if (due <= 0) return;
    const beats = Array.from({ length: due }, (_, n) => beatOf(serialNumbers[(told + n) % serialNumbers.length] ?? ""));
    told += due;
    last = presence.touch(beats);
  }, 1_000 / batchesPerSecond);
  return {
    told: () => told,
    stop: async (): Promise<void> => {
      clearInterval(clock);
      await last;
    },
  };
};

export interface Watching {
  what: string;
  frames: Frames;
  /** Changes that came while it was watched, each second. */
  perSecond: number;
}

/** The list of all machines while they change: standing still, being read, sorted by what changes, filtered by a text. */
export const watchLiveStatus = async (
  { page, goTo }: Pick<Visit, "page" | "goTo">,
  { rows, seconds, told }: { rows: number; seconds: number; told: () => number },
): Promise<Watching[]> => {
  const line: CDPSession = await page.context().newCDPSession(page);
  const stand = (for_: Page) => for_.waitForTimeout(seconds * 1_000);
  const ways: { what: string; path: string; run: () => Promise<unknown> }[] = [
    { what: "by name, standing", path: "/live-status?state=All", run: () => stand(page) },
    { what: "the latest first, standing", path: "/live-status?state=All&sort=-lastSeenOnline", run: () => stand(page) },
    {
      what: "by name, reading, 1,200 px/s",
      path: "/live-status?state=All",
      run: () => gesture(line, { down: 1_200 * seconds, pixelsPerSecond: 1_200 }),
    },
    {
      what: "by name, scroll bar, top to bottom in 300 frames",
      path: "/live-status?state=All",
      run: () => dragScrollBar(page, ".table-scroll", 300),
    },
  ];
  const watched: Watching[] = [];
  for (const { what, path, run } of ways) {
    await goTo(path);
    await page.getByText(`${rows.toLocaleString("en-IN")} vending machines,`).waitFor();
    await page.locator("tbody tr.row").first().waitFor();
    // Code is compiled in the first seconds; they are not measured.
    await page.waitForTimeout(3_000);
    const before = { told: told(), at: performance.now() };
    const frames = await recordFrames(page, run);
    watched.push({ what, frames, perSecond: ((told() - before.told) * 1_000) / (performance.now() - before.at) });
  }
  return watched;
};
