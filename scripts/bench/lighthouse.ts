import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { head, row, runBench, say } from "./command-line.ts";
import { askLighthouse, fetchLighthouse, type LighthouseReport } from "./lighthouse/fetched.ts";
import { changePages, type PageChange } from "./lighthouse/page-changes.ts";
import { type Held, openProfile, signIn } from "./lighthouse/profiles.ts";
import { startTrial, type Trial } from "./lighthouse/trial.ts";
import { createHistogram, median } from "./measure.ts";

const usage =
  "npm run bench:lighthouse -- [--runs 5] [--rounds 10] [--only login|Home|live-status|orders|machine|changes] " +
  "[--preset desktop|mobile] [--reports folder]";
const categories = ["performance", "accessibility", "best-practices"] as const;
const presets = ["desktop", "mobile"] as const;
const least = 95;
const mostShapeMs = 100;
const mostDataMs = 300;

const readOptions = () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      runs: { ...text, default: "5" },
      rounds: { ...text, default: "10" },
      only: text,
      preset: text,
      reports: text,
    },
  });
  const [runs, rounds] = [Number(values.runs), Number(values.rounds)];
  for (const count of [runs, rounds])
    if (!(Number.isInteger(count) && count > 0))
      throw new Error(`--runs and --rounds must be whole numbers above 0.\n${usage}`);
  return { ...values, runs, rounds };
};
type Options = ReturnType<typeof readOptions>;

const pages = (machine: string) => [
  { name: "login", path: "/login", signedIn: false },
  { name: "Home", path: "/", signedIn: true },
  { name: "live-status", path: "/live-status", signedIn: true },
  { name: "orders", path: "/Orders", signedIn: true },
  { name: "machine", path: machine, signedIn: true },
];

/** The page of the machine that Home shows first. */
const pathOfMachine = async ({ url }: Trial, held: Held): Promise<string> => {
  const { page, close } = await openProfile(url, held);
  try {
    await page.goto(`${url}/inventory/v1.2/`);
    const link = page.locator('main article a[href*="/vendingMachine/"]').first();
    return ((await link.getAttribute("href")) ?? "").replace("/inventory/v1.2", "");
  } finally {
    await close();
  }
};

const scoresOf = (reports: LighthouseReport[]) =>
  categories.map((name) => Math.round(100 * median(reports.map((of) => of.categories[name]?.score ?? 0))));

const timesOf = (reports: LighthouseReport[]) => {
  const middle = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const seconds = (name: string) => `${(middle(name) / 1_000).toFixed(2)} s`;
  return [
    ...[seconds("first-contentful-paint"), seconds("largest-contentful-paint"), seconds("speed-index")],
    ...[`${middle("total-blocking-time").toFixed(0)} ms`, middle("cumulative-layout-shift").toFixed(3)],
  ];
};

/** What costs points, of the last run. */
const faultsOf = (reports: LighthouseReport[]): string[] => {
  const last = reports.at(-1);
  const weighed = categories.flatMap((name) => last?.categories[name]?.auditRefs ?? []);
  return weighed
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score = null, displayValue } = last?.audits[id] ?? {};
      return score === null || score >= 0.9 ? [] : [displayValue ? `${id} (${displayValue})` : id];
    });
};

const askOfPages = async (trial: Trial, held: Held, options: Options): Promise<boolean> => {
  const program = await fetchLighthouse(say);
  const machine = await pathOfMachine(trial, held);
  let allHeld = true;
  say(
    `\n${head("page", "preset", "performance", "accessibility", "best practices", "FCP", "LCP", "speed index", "TBT", "CLS")}`,
  );
  for (const { name, path, signedIn } of pages(machine).filter(({ name: of }) => !options.only || of === options.only))
    for (const preset of presets.filter((one) => !options.preset || one === options.preset)) {
      const reports: LighthouseReport[] = [];
      for (let run = 0; run < options.runs; run += 1) {
        const { port, close } = await openProfile(trial.url, signedIn ? held : null);
        try {
          const address = `${trial.url}/inventory/v1.2${path}`;
          reports.push(await askLighthouse(program, address, { port: `${port}`, preset, categories }));
        } finally {
          await close();
        }
      }
      if (options.reports) {
        await mkdir(options.reports, { recursive: true });
        await writeFile(join(options.reports, `${name}-${preset}.json`), JSON.stringify(reports.at(-1), null, 1));
      }
      const scores = scoresOf(reports);
      say(row(name, preset, ...scores, ...timesOf(reports)));
      if (scores.some((score) => score < least)) {
        allHeld = false;
        process.stderr.write(`${name}, ${preset}: ${faultsOf(reports).join(", ")}\n`);
      }
    }
  return allHeld;
};

const rowOf = (what: string, changes: PageChange[]): boolean => {
  const shape = createHistogram(changes.map(({ shapeMs }) => shapeMs));
  const data = createHistogram(changes.map(({ dataMs }) => dataMs));
  const said = [shape, data].flatMap((all) => [all.quantile(0.5), all.quantile(0.95), all.longest()]);
  say(row(what, changes.length, ...said.map((ms) => `${ms.toFixed(0)} ms`)));
  return shape.quantile(0.95) < mostShapeMs && data.quantile(0.95) < mostDataMs;
};

const measureChanges = async (trial: Trial, held: Held, rounds: number): Promise<boolean> => {
  const { page, close } = await openProfile(trial.url, held);
  try {
    // The compiler that runs this file names functions by a helper, which a page does not have.
    await page.addInitScript("globalThis.__name = (of) => of");
    const changes = await changePages(page, trial.url, rounds);
    say(`\n${head("page change to", "times", "shape, p50", "p95", "longest", "data, p50", "p95", "longest")}`);
    const [first, again] = [changes.filter(({ isFirst }) => isFirst), changes.filter(({ isFirst }) => !isFirst)];
    for (const to of new Set(again.map((change) => change.to)))
      rowOf(
        to,
        again.filter((change) => change.to === to),
      );
    return [rowOf("each, for the first time", first), rowOf("any, again", again)].every(Boolean);
  } finally {
    await close();
  }
};

runBench(async () => {
  const options = readOptions();
  say("Starting a trial ...");
  const trial = await startTrial();
  try {
    const held = await signIn(trial);
    const verdicts = [
      options.only === "changes" || (await askOfPages(trial, held, options)),
      (options.only !== undefined && options.only !== "changes") || (await measureChanges(trial, held, options.rounds)),
    ];
    if (!verdicts.every(Boolean))
      throw new Error(
        `Beyond a bound: a median of ${least}, ${mostShapeMs} ms to a page's shape, ${mostDataMs} ms to its data at the 95th of 100.`,
      );
  } finally {
    await trial.stop();
  }
});
