import { setTimeout as after } from "node:timers/promises";
import { ObjectId } from "mongodb";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { LiveClient } from "../../web/live/live-client.ts";
import { noFaults } from "../simulator/faults.ts";
import { planFleet } from "../simulator/plan.ts";
import { createRandom } from "../simulator/random.ts";
import { openTcpLine } from "../testing/tcp-line.ts";
import { openApp } from "./app.ts";
import { type MachinePage, openBrowser, openMachinePage } from "./machine-page.ts";

/** A line between browsers and the gateway that a test cuts: every connection over it ends without a goodbye. */
const openCuttableLine = async (toUrl: string) => {
  const { host, cut, stop } = await openTcpLine(toUrl, (near, far) => near.pipe(far).pipe(near));
  return { url: `http://${host}`, cut, stop };
};
type CuttableLine = Awaited<ReturnType<typeof openCuttableLine>>;

/** `PAGES=400` looks further. */
const pages = Number(process.env.PAGES ?? 60);
const pagesPerRound = 20;
const latePages = 8;
/** The early pages share these; each late one has a browser to itself, which no other page has joined to the room. */
const sharedBrowsers = 5;
/** States that the early pages show before the writes end: the first was loaded, the others came by push. */
const followed = 4;
const patience = { timeout: 60_000, interval: 5 };
let machineId: string;
let line: CuttableLine;
let browsers: LiveClient[];
let random = createRandom(7);

const app = setUp(openApp);
beforeAll(async () => {
  const [unit] = await app.plant(planFleet(1, 7, noFaults));
  machineId = unit?.machineId ?? "";
});
beforeEach(async () => {
  random = createRandom(7);
  line = await openCuttableLine(app.url);
  browsers = Array.from({ length: sharedBrowsers + latePages }, () => openBrowser({ url: line.url, token: app.token }));
  await eventually(() => expect(browsers.every((browser) => browser.connected())).toBe(true));
});
afterEach(async () => {
  for (const browser of browsers) browser.close();
  await line.stop();
});

/** The record is the counter: it goes up by one with every write. `written` is what the database has confirmed. */
const openCounter = async () => {
  const { machines } = app.mongo.collections;
  const filter = { _id: new ObjectId(machineId) };
  let written = (await machines.findOne(filter))?.rev ?? 0;
  let running = true;
  const writing = (async () => {
    while (running) {
      const after = await machines.findOneAndUpdate(filter, { $inc: { rev: 1 } }, { returnDocument: "after" });
      written = after?.rev ?? written;
      // Below the rate at which a room gets a reload instead.
      await new Promise((resolve) => setTimeout(resolve, random.between(4, 16)));
    }
  })();
  return {
    written: () => written,
    stop: async () => {
      running = false;
      await writing;
      return written;
    },
  };
};

interface Look {
  page: MachinePage;
  /** What the database had confirmed before the page was opened. */
  atLeast: number;
}

/**
 * Pages open at odd moments under the writes, and some just while the writes come to their end; then every page must
 * show the last one, with no later write to bring it up to date.
 */
const round = async (meanwhile: (() => void)[]) => {
  const counter = await openCounter();
  const looks: Look[] = [];
  const open = async (place: number, withinMs: number) => {
    await after(random.between(0, withinMs));
    const browser = browsers[place];
    if (!browser) throw new Error("there is no browser");
    const atLeast = counter.written();
    looks.push({ page: openMachinePage(browser, { url: line.url, token: app.token, machineId }), atLeast });
  };
  const early = Array.from({ length: pagesPerRound - latePages }, (_, place) => open(place % sharedBrowsers, 300));
  const happening = meanwhile.map(async (happen) => {
    await after(random.between(100, 300));
    happen();
  });
  await Promise.all([...early, ...happening]);
  // They have followed for a while, whatever this machine's pace.
  await eventually(() => expect(looks.every(({ page }) => page.states().length >= followed)).toBe(true), patience);
  const late = Array.from({ length: latePages }, (_, place) => open(sharedBrowsers + place, 80));
  await after(random.between(20, 80));
  const last = await counter.stop();
  await Promise.all(late);

  const describe = () => looks.map(({ page }) => page.shown()?.rev ?? page.error() ?? "loading");
  await eventually(() => expect(describe()).toEqual(looks.map(() => last)), patience);
  for (const { page, atLeast } of looks) {
    const revs = page.states().map(({ rev }) => rev);
    expect(revs[0]).toBeGreaterThanOrEqual(atLeast);
    expect(revs).toEqual(revs.toSorted((a, b) => a - b));
    page.close();
  }
};

test("pages opened under a stream of writes: none shows an older state than the record's, none misses a change", async () => {
  for (let done = 0; done < pages; done += pagesPerRound) await round([]);
});

test("the same while the connections are cut again and again: every page is brought up to date", async () => {
  for (let done = 0; done < pages / 2; done += pagesPerRound) await round([line.cut]);
});
