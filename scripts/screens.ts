import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pngQuantize } from "@napi-rs/image";
import type { Browser } from "playwright-core";
import { buildIfStale } from "./build.ts";
import { root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { createUndo } from "./launcher/undo.ts";
import { check } from "./screens/check.ts";
import { countTasks } from "./screens/count-tasks.ts";
import { type DemoConsole, openDemoConsole } from "./screens/demo-console.ts";
import { pdfPicture, readSalesPdf } from "./screens/sales-pdf.ts";
import { type Screen, screenList } from "./screens/screen-list.ts";
import { untilWhole } from "./screens/seen-page.ts";
import { launchBrowser } from "./testing/browser.ts";
import { openVisit } from "./testing/visit.ts";

const widths = [1440, 390] as const;
const themes = ["light", "dark"] as const;
const folder = join(root, "docs/screens");

/** At most 256 colours: a third of the size, and no eye sees it on a page of flat colours. */
const keep = async (name: string, png: Buffer) =>
  writeFile(join(folder, `${name}.png`), await pngQuantize(png, { colors: 256, minQuality: 0 }));

/** One page in both themes, on a desk and on a phone; returns what the browser or axe-core complained about. */
async function take(browser: Browser, demo: DemoConsole, screen: Screen) {
  const { name, path, signedOut, asAdmin, ready, open, isOfPhone } = screen;
  const wrong: string[] = [];
  for (const width of isOfPhone ? ([390] as const) : widths) {
    for (const theme of themes) {
      const token = signedOut ? {} : { token: asAdmin ? demo.adminToken : demo.token };
      const visit = await openVisit(browser, { url: demo.url, width, theme, ...token });
      try {
        await visit.goTo(path);
        await untilWhole(visit.page, { heading: null });
        if (ready) await visit.page.locator(ready).first().waitFor();
        if (!signedOut) {
          await visit.page.locator(".live-live").waitFor();
          // In the demo something always waits; where it is counted, the links stand as an operator sees them.
          await visit.page.locator(".asked-urgent").first().waitFor({ state: "attached" });
        }
        await open?.(visit.page);
        await visit.page.evaluate(() => document.fonts.ready);
        await keep(`${name}-${width}-${theme}`, await visit.page.screenshot());
        const found = [...(await visit.findViolations()), ...visit.complaints()];
        wrong.push(...found.map((text) => `${name}, ${width} px, ${theme}: ${text}`));
      } finally {
        await visit.close();
      }
    }
  }
  say(name);
  return wrong;
}

/**
 * `npm run screens`: every page in both themes, on a desk and on a phone, and whether anything is wrong with it.
 * `npm run screens -- home login` takes only these. `npm run screens -- --check` takes none: it visits every route with
 * none, three and many records. `npm run screens -- tasks` takes none either: it counts the clicks, keys and scrolls that
 * each of the tasks in screens/tasks.ts takes.
 */
async function screens(wanted: string[]) {
  const undo = createUndo();
  await buildIfStale(say);
  if (wanted.includes("--check")) {
    const wrong = await check(
      say,
      undo,
      wanted.filter((word) => word !== "--check"),
    );
    say(wrong === 0 ? "Every route is as it should be." : `${wrong} things were wrong.`);
    return undo.end(wrong === 0 ? 0 : 1);
  }
  const demo = await openDemoConsole(say);
  undo.add("demo console", demo.stop);
  const browser = await launchBrowser();
  undo.add("browser", () => browser.close());

  if (wanted.includes("tasks")) {
    const wrong = await countTasks(browser, demo);
    for (const line of wrong) process.stderr.write(`${line}\n`);
    return undo.end(wrong.length === 0 ? 0 : 1);
  }
  await mkdir(folder, { recursive: true });
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const wrong: string[] = [];
  for (const screen of screenList(demo)) if (isWanted(screen.name)) wrong.push(...(await take(browser, demo, screen)));
  if (isWanted("sales-pdf")) await keep("sales-pdf", await pdfPicture(await readSalesPdf(demo)));
  for (const line of wrong) process.stderr.write(`${line}\n`);
  say(wrong.length === 0 ? "Every screen is clean." : `${wrong.length} complaints.`);
  await undo.end(wrong.length === 0 ? 0 : 1);
}

screens(process.argv.slice(2)).catch(giveUp);
