import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { until } from "#shared/testing/eventually.ts";
import { freePort } from "../services/ports.ts";
import { runScript } from "../services/testing/processes.ts";
import { findBrowser } from "../testing/browser.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { atLeast, atMost, type Figure, head, readOptions, report, row, runBench, say, table } from "./command-line.ts";
import { paintedAfter } from "./console.ts";
import { median, quantile, spread } from "./measure.ts";
import { enginesDir } from "./own-servers.ts";

const usage =
  "npm run bench:lighthouse -- [--runs 5] [--rounds 10] [--only login|Home|live-status|orders|machine|changes] " +
  "[--preset desktop|mobile] [--reports folder]";
const options = readOptions(usage, { runs: 5, rounds: 10 }, ["only", "preset", "reports"]);
const presets = ["desktop", "mobile"] as const;
const parts = ["login", "Home", "live-status", "orders", "machine", "changes"];
const mustBeOneOf = (name: "only" | "preset", known: readonly string[]) => {
  const given = options[name];
  if (given !== undefined && !known.includes(given))
    throw new Error(`--${name} is ${given}, which is none of ${known.join(", ")}.\n${usage}`);
};
const version = "12.8.2";
const categories = ["performance", "accessibility", "best-practices"];
const least = { desktop: 95, mobile: 90 };
const operatorPhone = "9876543210";
const run = promisify(execFile);

interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  runtimeError?: { message: string };
}
/** The browser state of a signed-in operator. */
type Held = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Fetched by npm when it is first needed: it brings 185 MB that nobody needs who only builds or tests. */
const fetchLighthouse = async (): Promise<string> => {
  const folder = join(enginesDir, `lighthouse-${version}`);
  const program = join(folder, "node_modules/lighthouse/cli/index.js");
  if (existsSync(program)) return program;
  say(`Fetching Lighthouse ${version} ...`);
  const aside = `${folder}.aside`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  const how = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix", aside];
  await run("npm", ["install", ...how, `lighthouse@${version}`], { cwd: aside });
  await rename(aside, folder);
  return program;
};

/** A trial as `npm start` starts it, on data and ports of its own; `codes` are those that its terminal prints. */
const startTrial = async () => {
  const { path: dataDir, remove } = await temporaryFolder("trial", { onDisk: true });
  const env = { DATA_DIR: dataDir, PORT: `${await freePort()}`, MQTT_PORT: `${await freePort()}` };
  const { child, output, ended } = runScript("scripts/start.ts", [], env);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await remove();
  };
  const isOver = () => child.exitCode !== null;
  await until("the trial", () => isOver() || output().includes("Cansole is ready"), 300_000);
  if (isOver()) throw new Error(`The trial did not start:\n${output()}`);
  const codes = () => [...output().matchAll(/^OTP \d+ (\d+)$/gm)].map(([, code = ""]) => code);
  return { url: `http://127.0.0.1:${env.PORT}`, codes, stop };
};
type Trial = Awaited<ReturnType<typeof startTrial>>;

/** A browser with a profile of its own, empty but for what is `held`, to which others come by a port. */
const withProfile = async <T>(
  { url }: Trial,
  held: Held | null,
  work: (page: Page, port: number) => Promise<T>,
): Promise<T> => {
  const folder = await temporaryFolder("profile", { onDisk: true });
  const { executablePath, env } = await findBrowser();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder.path, {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ["--disable-dev-shm-usage", "--disable-gpu", `--remote-debugging-port=${port}`],
    viewport: { width: 1440, height: 900 },
  });
  const [page = await context.newPage()] = context.pages();
  try {
    if (held) {
      await context.addCookies(held.cookies);
      // A file of the console's that runs none of its code.
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate(
        (items) => {
          for (const { name, value } of items) localStorage.setItem(name, value);
        },
        held.origins.flatMap(({ localStorage }) => localStorage),
      );
      await page.goto("about:blank");
    }
    return await work(page, port);
  } finally {
    await context.close();
    await folder.remove();
  }
};

/** Signs in as an operator does, by their phone and the code on the terminal; returns the browser's state then. */
const signIn = (trial: Trial) =>
  withProfile(trial, null, async (page) => {
    await page.goto(`${trial.url}/inventory/v1.2/login`);
    await page.getByLabel("Phone number").fill(operatorPhone);
    const seen = trial.codes().length;
    await page.getByRole("button", { name: "Send OTP" }).click();
    await until("the code", () => trial.codes().length > seen, 20_000);
    await page.locator('[name="otp"]').first().click();
    await page.keyboard.type(trial.codes()[seen] ?? "");
    await page.keyboard.press("Enter");
    const machine = page.locator('main article a[href*="/vendingMachine/"]').first();
    const path = ((await machine.getAttribute("href")) ?? "").replace("/inventory/v1.2", "");
    return { held: await page.context().storageState(), machine: path };
  });

const heads = ["FCP", "LCP", "speed index", "TBT", "CLS"];
const audits = ["first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time"];

/** Prints the medians of these reports in one line; returns the scores. */
const sayFigures = (of: LighthouseReport[], ...named: string[]): number[] => {
  const scoreOf = (category: string) => median(of.map((one) => one.categories[category]?.score ?? 0));
  const scores = categories.map((category) => Math.round(100 * scoreOf(category)));
  const audit = (id: string) => median(of.map((one) => one.audits[id]?.numericValue ?? Number.NaN));
  const times = audits.map((id) => `${audit(id).toFixed(0)} ms`);
  say(row(...named, ...scores, ...times, audit("cumulative-layout-shift").toFixed(3)));
  return scores;
};

const measurePages = async (trial: Trial, held: Held, machine: string): Promise<Figure[]> => {
  const program = await fetchLighthouse();
  const pages = { login: "/login", Home: "/", "live-status": "/live-status", orders: "/Orders", machine };
  const figures: Figure[] = [];
  // Each line is said once it is known: a run that is cut off leaves what it has measured.
  say(`\n${head("page", "preset", "run", ...categories, ...heads)}`);
  for (const [name, path] of Object.entries(pages).filter(([name]) => !options.only || name === options.only))
    for (const preset of presets) {
      if (options.preset && options.preset !== preset) continue;
      const reports: LighthouseReport[] = [];
      for (let nth = 0; nth < options.runs; nth += 1)
        await withProfile(trial, name === "login" ? null : held, async (_, port) => {
          const args = [`--port=${port}`, "--disable-storage-reset", "--quiet", "--output=json"];
          args.push("--no-enable-error-reporting", `--only-categories=${categories.join(",")}`);
          if (preset === "desktop") args.push("--preset=desktop");
          const command = [program, `${trial.url}/inventory/v1.2${path}`, ...args];
          const { stdout } = await run(process.execPath, command, { maxBuffer: 2 ** 26, timeout: 180_000 });
          const result = JSON.parse(stdout) as LighthouseReport;
          if (result.runtimeError) throw new Error(result.runtimeError.message);
          reports.push(result);
          sayFigures([result], name, preset, `${nth + 1}`);
          if (options.reports) await mkdir(options.reports, { recursive: true });
          if (options.reports) await writeFile(join(options.reports, `${name}-${preset}.json`), stdout);
        });
      const scores = sayFigures(reports, name, preset, "median");
      figures.push(atLeast(`${name}, ${preset}: the lowest score`, Math.min(...scores), least[preset]));
    }
  return figures;
};

/** Another page's head or skeleton stands; and the same without any skeleton. */
const changed = {
  prepare: () => {
    for (const heading of document.querySelectorAll<HTMLElement>("main h1")) heading.dataset.left = "";
  },
  conditions: [
    () =>
      !document.querySelector("main h1[data-left]") &&
      document.querySelector("main :is(h1, .bone, [aria-label=Loading])") !== null,
    () =>
      document.querySelector("main h1:not([data-left])") !== null &&
      !document.querySelector("main :is(h1[data-left], .bone, [aria-label=Loading]), .coming"),
  ],
};
const inTurn = [
  ...["/live-status", "/Orders", "/inventory-status", "/Transactions", "/cans-in-stock", "/Users", "/products"],
  ...["/profiles", "/list-registered-vending-machine", "/sales", "/ledger", "/"],
];

/** A percentile of the first clicks needs more of them than the navigation has links. */
const browsers = 4;

/** In new browsers: clicks through the navigation, a first time and `rounds` times, and from Home to a machine and back. */
const measureChanges = async (trial: Trial, held: Held): Promise<Figure[]> => {
  const times = { first: [[], []] as number[][], again: [[], []] as number[][] };
  const firsts: [link: string, ms: number][] = [];
  // Home's address has no slash at its end.
  const linkTo = (path: string) => `a.nav-link[href="/inventory/v1.2${path === "/" ? "" : path}"]`;
  const clickThrough = async (page: Page, rounds: number) => {
    await page.addInitScript(() => localStorage.setItem("nav:open", "Goods,People,Machines"));
    await page.goto(`${trial.url}/inventory/v1.2/`);
    await page.getByRole("article").first().waitFor();
    await page.locator(".live-live").waitFor();
    const click = async (selector: string, which: keyof typeof times) => {
      const link = page.locator(selector).first();
      await link.hover();
      // Somebody who points at a link needs a moment to press; what that fetches is part of the console.
      await page.waitForTimeout(150);
      const took = await paintedAfter(page, changed, () => link.click());
      for (const [at, ms] of took.entries()) times[which][at]?.push(ms);
      if (which === "first") firsts.push([selector, took[0] ?? 0]);
      await page.waitForTimeout(300);
    };
    for (let round = 0; round <= rounds; round += 1) {
      const which = round === 0 ? "first" : "again";
      for (const path of inTurn) await click(linkTo(path), which);
      await click('main article a[href*="/vendingMachine/"]', which);
      await click(linkTo("/"), "again");
    }
  };
  for (let nth = 0; nth < browsers; nth += 1)
    await withProfile(trial, held, (page) => clickThrough(page, Math.ceil(options.rounds / browsers)));
  const rows = Object.entries(times).map(([which, [shape = [], data = []]]) => ({ which, shape, data }));
  const heads = ["shape, p50", "p95", "longest", "data, p50", "p95", "longest"];
  table(
    ["page changes", "times", ...heads],
    rows.map(({ which, shape, data }) => [which, shape.length, ...spread(shape), ...spread(data)]),
  );
  const longest = firsts.toSorted(([, one], [, other]) => other - one).slice(0, 4);
  say(`Longest shape for the first time: ${longest.map(([link, ms]) => `${link} ${ms.toFixed(0)} ms`).join(", ")}`);
  return rows.flatMap(({ which, shape, data }) => [
    atMost(`page changes, ${which}: shape, p95`, quantile(shape, 0.95), 100, "ms"),
    atMost(`page changes, ${which}: data, p95`, quantile(data, 0.95), 300, "ms"),
  ]);
};

runBench(async () => {
  mustBeOneOf("only", parts);
  mustBeOneOf("preset", presets);
  const trial = await startTrial();
  try {
    const { held, machine } = await signIn(trial);
    const { only } = options;
    const figures = only === "changes" ? [] : await measurePages(trial, held, machine);
    if (!only || only === "changes") figures.push(...(await measureChanges(trial, held)));
    report(figures);
  } finally {
    await trial.stop();
  }
});
