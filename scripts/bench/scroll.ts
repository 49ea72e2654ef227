import type { CDPSession, Page } from "playwright-core";
import { buildIfStale } from "../build.ts";
import type { Visit } from "../testing/visit.ts";
import { atMost, type Figure, readOptions, report, runBench, say, table } from "./command-line.ts";
import { dragScrollBar, type Frames, gesture, recordFrames, untilStocked, withConsole } from "./console.ts";
import { quantile, spread } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";
import { deepen, plantStock } from "./planted-stock.ts";

const usage = "npm run bench:scroll -- [--machines 2000] [--containers 999 (50 to 999)] [--width 1440]";
const { machines, containers, width } = readOptions(usage, { machines: 2_000, containers: 999, width: 1_440 });
if (containers < 50 || containers > 999) throw new Error(usage);
const isPhone = width < 640;

type Scroll = (page: Page, line: CDPSession, scroller: string) => Promise<unknown>;
const scrolls: Record<string, Scroll> = {
  "reading, 1,200 px/s": (_, line) => gesture(line, { down: 9_600 }, 1_200),
  "searching, 8,000 px/s": (_, line) => gesture(line, { down: 40_000 }, 8_000),
  "sideways, 1,200 px/s": (_, line) => gesture(line, { right: 2_400 }, 1_200),
  "scroll bar, top to bottom in 300 frames": (page, _, scroller) => dragScrollBar(page, scroller),
};

const measurePage = async ({ page }: Visit, name: string, scroller: string, isWide: boolean) => {
  const line = await page.context().newCDPSession(page);
  const measured: { what: string; frames: Frames }[] = [];
  for (const [what, scroll] of Object.entries(scrolls)) {
    if (what.startsWith("sideways") && !isWide) continue;
    // The first way through is not measured: code is compiled there.
    let frames: Frames = { deltas: [], tasks: [] };
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate((of) => document.querySelector(of)?.scrollTo(0, 0), scroller);
      await page.waitForTimeout(500);
      frames = await recordFrames(page, () => scroll(page, line, scroller));
    }
    measured.push({ what: `${name}: ${what}`, frames });
  }
  return measured;
};

runBench(async () => {
  await buildIfStale(say);
  await withOwnServers(say, async (mongo, services) => {
    const [deep] = await plantStock(mongo, machines, 50);
    if (!deep) throw new Error("There is no machine.");
    await deepen(mongo, deep, containers);
    const measured = await withConsole(mongo, services, width, async (visit, gateway) => {
      await untilStocked(gateway);
      await visit.goTo("/inventory-status");
      await visit.page.getByText(`${machines} vending machines`).waitFor();
      const lists = await measurePage(visit, "inventory-status", isPhone ? "html" : ".pivot-scroll", !isPhone);
      await visit.goTo(`/vendingMachine/${deep}/Inventory?cards=all`);
      await visit.page.getByText(`This vending machine has ${containers} now`).waitFor();
      await visit.page.locator(".container-card").first().waitFor();
      return [...lists, ...(await measurePage(visit, "Inventory", "html", false))];
    });
    const slow = ({ deltas }: Frames) => deltas.filter((ms) => ms > 50).length;
    table(
      ["scroll", "frames", "p50", "p95", "longest", "frames above 50 ms", "tasks above 50 ms"],
      measured.map(({ what, frames }) => {
        const { deltas, tasks } = frames;
        return [what, deltas.length, ...spread(deltas, 1), slow(frames), tasks.length];
      }),
    );
    report(
      measured.map(({ what, frames }): Figure => atMost(`${what}, p95`, quantile(frames.deltas, 0.95), 33.4, "ms")),
    );
  });
});
