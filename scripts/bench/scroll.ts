import type { ObjectId } from "mongodb";
import type { CDPSession, Page } from "playwright-core";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import { addPerson } from "../../gateway/testing/people.ts";
import { buildIfStale } from "../build.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit, type Visit } from "../testing/visit.ts";
import { startBenchGateway, untilStocked } from "./bench-gateway.ts";
import { head, readNumbers, row, runBench, say } from "./command-line.ts";
import { dragScrollBar, type Frames, gesture, recordFrames } from "./frames.ts";
import { createHistogram } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { deepen, plantStock } from "./planted-stock.ts";

const usage = "npm run bench:scroll -- [--machines 2000] [--containers 999] [--width 1440]";

const readSize = () => {
  const numbers = readNumbers(usage, { machines: 2_000, containers: 999, width: 1_440 });
  if (numbers.containers < 50 || numbers.containers > 999)
    throw new Error(`--containers must be from 50 to 999.\n${usage}`);
  return numbers;
};

const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
const rowOf = (what: string, { deltas, longTasks }: Frames): string => {
  const all = createHistogram(deltas);
  const slow = deltas.filter((delta) => delta > 50).length;
  const tasks = longTasks.length === 0 ? "0" : `${longTasks.length}, at most ${Math.max(...longTasks).toFixed(0)} ms`;
  return row(what, all.count(), inMs(all.quantile(0.5)), inMs(all.quantile(0.95)), inMs(all.longest()), slow, tasks);
};

interface Scroll {
  what: string;
  run: (page: Page, line: CDPSession) => Promise<unknown>;
}
/** The same ways through both pages; `scroller` is what holds the scroll bar. */
const scrollsOf = (scroller: string, isWide: boolean): Scroll[] => [
  { what: "reading, 1,200 px/s", run: (_, line) => gesture(line, { down: 9_600, pixelsPerSecond: 1_200 }) },
  { what: "searching, 8,000 px/s", run: (_, line) => gesture(line, { down: 40_000, pixelsPerSecond: 8_000 }) },
  ...(isWide
    ? [
        {
          what: "sideways, 1,200 px/s",
          run: (_: Page, line: CDPSession) => gesture(line, { right: 2_400, pixelsPerSecond: 1_200 }),
        },
      ]
    : []),
  { what: "scroll bar, top to bottom in 300 frames", run: (page) => dragScrollBar(page, scroller, 300) },
];

const measurePage = async ({ page }: Visit, name: string, scroller: string, isWide: boolean): Promise<void> => {
  const line = await page.context().newCDPSession(page);
  for (const { what, run } of scrollsOf(scroller, isWide)) {
    // The first way through is not measured: code is compiled there.
    let frames: Frames = { deltas: [], longTasks: [] };
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate((of) => document.querySelector(of)?.scrollTo(0, 0), scroller);
      await page.waitForTimeout(500);
      frames = await recordFrames(page, () => run(page, line));
    }
    say(rowOf(`${name}: ${what}`, frames));
  }
};

const measure = async (
  mongo: Mongo,
  uris: { mongodbUri: string; redisUrl: string },
  { machines, containers, width }: ReturnType<typeof readSize>,
) => {
  const [deep]: ObjectId[] = await plantStock(mongo, machines, 50);
  if (!deep) throw new Error("machines were planted");
  await deepen(mongo, deep, containers);
  const gateway = await startBenchGateway(uris);
  const browser = await launchBrowser();
  try {
    const { parts, url } = gateway;
    await untilStocked(gateway);
    const token = await openLogin(parts, (await addPerson(parts, {}))._id);
    const visit = await openVisit(browser, { url, token, width });
    // The compiler that runs this file names functions by a helper, which a page does not have.
    await visit.page.addInitScript("globalThis.__name = (of) => of");
    say(`\n${browser.version()}, ${width} px; ${machines} machines of 8 brands, ${containers} containers:\n`);
    say(head("scroll", "frames", "p50", "p95", "longest", "frames above 50 ms", "long tasks"));
    const isPhone = width < 640;
    await visit.goTo("/inventory-status");
    await visit.page.getByText(`${machines} vending machines`).waitFor();
    await measurePage(visit, "inventory-status", isPhone ? "html" : ".pivot-scroll", !isPhone);
    await visit.goTo(`/vendingMachine/${deep}/Inventory?cards=all`);
    await visit.page.getByText(`This vending machine has ${containers} now`).waitFor();
    await visit.page.locator(".container-card").first().waitFor();
    await measurePage(visit, "Inventory", "html", false);
  } finally {
    await browser.close();
    await gateway.stop();
  }
};

runBench(async () => {
  const numbers = readSize();
  await buildIfStale(say);
  await withOwnServers(say, (mongo, services) => measure(mongo, services, numbers));
});
