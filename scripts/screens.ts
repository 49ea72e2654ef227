import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { buildIfStale } from "./build.ts";
import { root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { createUndo } from "./launcher/undo.ts";
import { check } from "./screens/check.ts";
import { type DemoConsole, openDemoConsole } from "./screens/demo-console.ts";
import { filmDoor } from "./screens/door-film.ts";
import { pdfPicture } from "./screens/pdf-picture.ts";
import { readSalesPdf } from "./screens/sales-pdf.ts";
import { type Screen, screenList } from "./screens/screen-list.ts";
import { smallPng } from "./screens/small-png.ts";
import { launchBrowser } from "./testing/browser.ts";
import { openVisit } from "./testing/visit.ts";

const widths = [1440, 390] as const;
const themes = ["light", "dark"] as const;
const folder = join(root, "docs/screens");

interface Sight {
  demo: DemoConsole;
  browser: Browser;
  width: (typeof widths)[number];
  theme: (typeof themes)[number];
}

/** One picture; answers what the browser or axe-core complained about. */
async function take({ name, path, signedOut, ready }: Screen, { demo, browser, width, theme }: Sight) {
  const file = `${name}-${width}-${theme}.png`;
  const token = signedOut ? {} : { token: demo.token };
  const visit = await openVisit(browser, { url: demo.url, width, theme, ...token });
  try {
    await visit.goTo(path);
    await ready(visit.page);
    if (!signedOut) {
      await visit.page.locator(".live-live").waitFor();
      // In the demo something always waits; where it is counted, the links stand as an operator sees them.
      await visit.page.locator(".asked-urgent").first().waitFor({ state: "attached" });
    }
    await visit.page.evaluate(() => document.fonts.ready);
    await writeFile(join(folder, file), await smallPng(await visit.page.screenshot()));
    return [...(await visit.findViolations()), ...visit.complaints()].map((text) => `${file}: ${text}`);
  } finally {
    await visit.close();
  }
}

/**
 * `npm run screens`: every page in both themes, on a desk and on a phone, and whether anything is wrong with it.
 * `npm run screens -- home login` takes only these, `npm run screens -- door` the animated one of a door that is opened.
 * `npm run screens -- --check` takes none: it visits every route with
 * none, three and many records, and writes what it saw to docs/screens/README.md.
 */
async function screens(wanted: string[]) {
  const undo = createUndo();
  await buildIfStale(say);
  await mkdir(folder, { recursive: true });
  if (wanted.includes("--check")) {
    const count = await check(
      say,
      undo,
      wanted.filter((word) => word !== "--check"),
    );
    say(count === 0 ? "Every route is as it should be." : `${count} things were wrong: docs/screens/README.md.`);
    return undo.end(count === 0 ? 0 : 1);
  }
  const demo = await openDemoConsole(say);
  undo.add("demo console", demo.stop);
  const browser = await launchBrowser();
  undo.add("browser", () => browser.close());

  const wrong: string[] = [];
  const all = screenList(demo);
  for (const screen of wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : all) {
    for (const width of widths) {
      for (const theme of themes) wrong.push(...(await take(screen, { demo, browser, width, theme })));
    }
    say(screen.name);
  }
  if (wanted.length === 0 || wanted.includes("sales-pdf")) {
    await writeFile(join(folder, "sales-pdf.png"), await smallPng(await pdfPicture(await readSalesPdf(demo))));
    say("sales-pdf");
  }
  if (wanted.length === 0 || wanted.includes("door")) {
    await writeFile(join(folder, "door.png"), await filmDoor(demo, browser));
    say("door");
  }
  for (const line of wrong) process.stderr.write(`${line}\n`);
  say(wrong.length === 0 ? "Every screen is clean." : `${wrong.length} complaints.`);
  await undo.end(wrong.length === 0 ? 0 : 1);
}

screens(process.argv.slice(2)).catch(giveUp);
