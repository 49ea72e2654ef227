import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { alarmKinds } from "#shared/alarms/alarm-kinds.ts";
import { IntakeScope } from "#shared/api-keys/api-key.schema.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { disconnectReasons } from "#shared/events/disconnect-reasons.ts";
import { downTopic, downTopics, type UpTopic, upTopic, upTopics } from "#shared/events/machine-topics.ts";
import { refusalStatus } from "#shared/http/domain-error.ts";
import * as intakeReads from "#shared/intake/intake-reads.api.ts";
import { jobs, sweeps } from "#shared/jobs/catalogue.ts";
import { scheduleWords } from "#shared/jobs/schedule.ts";
import { declarations } from "#shared/runtime/collections.ts";
import { environment } from "#shared/runtime/config.ts";
import { createMetrics } from "../gateway/http/metrics.ts";
import { createWorkerMetrics } from "../workers/health/worker-metrics.ts";
import { tasks } from "./screens/tasks.ts";
import { anchorOf, headingsOf } from "./testing/specification.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const documents = files.filter((path) => path.endsWith(".md"));

/** The first cell of each row of a table whose first cell is code. */
const firstCells = (text: string) => [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((found) => found[1] ?? "");

/** A section of a document, from its heading to the next one of its kind. */
const sectionOf = (document: string, heading: string) => {
  const [, after = ""] = `\n${read(document)}`.split(`\n${heading}\n`);
  return after.split(/^#{1,2} /m)[0] ?? "";
};
/** The rows of a section's tables whose first cell is code. */
const codeRows = (document: string, heading: string) => all(sectionOf(document, heading), /^\| (`[^`]+` \| .*) \|$/gm);

const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;
const figures = [createMetrics(), createWorkerMetrics("docs")].flatMap(({ registry }) =>
  registry.getMetricsAsArray().map(({ name }) => name),
);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? "");

/** Placeholders stand for many files: `x.schema.ts`, `NNNN-title.md`. */
const isPlaceholder = (path: string) => /(^|\/)x\.|NNNN/.test(path);
const isThere = (path: string) => isPlaceholder(path) || existsSync(join(root, path));

/** Whether a link to a heading, of this document or another, leads to one. */
const hasHeading = (document: string, link: string) => {
  const [path = "", anchor = ""] = link.split("#");
  return headingsOf(read(path ? join(dirname(document), path) : document)).some((one) => anchorOf(one) === anchor);
};

/** A package's README names its files without their folders. */
const isIn = (folder: string, name: string) =>
  files.some((path) => path.startsWith(`${folder}/`) && path.endsWith(`/${name}`));

test.each(documents)("%s names only files, commands and figures that exist", (document) => {
  const text = read(document);
  const folder = dirname(document);
  const pictures = all(text, /<img src="([^"]+)"/g);
  const links = [...all(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ...pictures].filter((link) => !/^[a-z]+:/.test(link));
  const paths = all(text, /`((?:shared|gateway|broker|workers|web|scripts|docs)\/[\w./-]+)`/g);
  const namedBeside = /README\.md$/.test(document) ? all(text, /`([\w./-]+\.(?:ts|tsx|mjs|css))`/g) : [];
  expect({
    links: links.filter((link) => !isThere(join(folder, link))),
    headings: all(text, /\]\(([^)\s:]*#[^)\s]+)\)/g).filter((link) => !hasHeading(document, link)),
    paths: paths.filter((path) => !isThere(path)),
    beside: namedBeside.filter((path) => !isThere(path) && !isThere(join(folder, path)) && !isIn(folder, path)),
    commands: [...all(text, /\bnpm run ([\w:-]+)/g), ...all(text, /\bnpm (start|test)\b/g)].filter(
      (command) => !Object.hasOwn(scripts, command),
    ),
    figures: all(text, /`(cansole_\w+)`/g).filter((name) => !figures.includes(name)),
  }).toEqual({ links: [], headings: [], paths: [], beside: [], commands: [], figures: [] });
});

test("the page of before and after has what each task takes", () => {
  const page = read("docs/screens/before-and-after.md");
  const rows = tasks.map(({ who, does, most }) => ({ begins: `| ${who} | ${does} | `, ends: ` | ${most} |` }));
  const lines = page.split("\n");
  expect(
    rows.filter(({ begins, ends }) => !lines.some((line) => line.startsWith(begins) && line.endsWith(ends))),
  ).toEqual([]);
});

test("the operations page lists every kind of alarm in the console's words", () => {
  const page = read("docs/operations.md");
  const rows = Object.values(alarmKinds).map((kind) =>
    [kind.title, kind.severity, kind.starts, kind.clears].join(" | "),
  );
  expect(rows.filter((row) => !page.includes(`| ${row} |`))).toEqual([]);
});

test("the operations page lists every job and sweep as the catalogue has it, and no other", () => {
  const rows = Object.entries(jobs).map(([name, { queue, does, attempts, timeLimitSeconds, schedule }]) =>
    [`\`${name}\``, queue, does, scheduleWords(schedule ?? { kind: "asked" }), attempts, `${timeLimitSeconds} s`].join(
      " | ",
    ),
  );
  const alone = Object.entries(sweeps).map(([name, { does }]) => `\`${name}\` | ${does}`);
  expect(codeRows("docs/operations.md", "## Jobs")).toEqual([...rows, ...alone]);
});

test("the operations page has the limits of commands in seconds, as the code has them", () => {
  const { expiresMs, acknowledgeMs, openMs, closeMs, stockCloseMs, restartMs, turnMs, repeatMs } = commandLimits;
  const limits = [expiresMs, acknowledgeMs, openMs, closeMs, stockCloseMs, restartMs, turnMs, repeatMs];
  const rows = all(sectionOf("docs/operations.md", "## Commands to machines"), /^\| .* \| (\d+) \|$/gm);
  expect(rows).toEqual(limits.map((ms) => `${ms / 1_000}`));
});

test("the operations page explains every variable, with its default, and no other", () => {
  const page = read("docs/operations.md");
  const section = page.slice(page.indexOf("## Configuration"), page.indexOf("## Health"));
  expect(firstCells(section).sort()).toEqual(Object.keys(environment.shape).sort());
  const written = new Map([...section.matchAll(/^\| `(\w+)` \| ([^|]*)\|/gm)].map((row) => [row[1], row[2]?.trim()]));
  for (const [name, schema] of Object.entries(environment.shape)) {
    expect(`${name} ${written.get(name)}`).toBe(`${name} ${schema.parse(undefined) ?? ""}`);
  }
});

test("the operations page says of everything that goes after a time how long it is kept", () => {
  const page = read("docs/operations.md");
  const section = page.slice(page.indexOf("## What is kept"), page.indexOf("## Backups"));
  const going = Object.entries(declarations).flatMap(([name, { timeSeries, indexes = [] }]) =>
    timeSeries || indexes.some(({ kept, expireAfterSeconds }) => kept ?? expireAfterSeconds !== undefined) ? name : [],
  );
  expect(going.length).toBeGreaterThan(6);
  expect(going.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  const variables = Object.keys(environment.shape).filter((name) => name.endsWith("_DAYS"));
  expect(variables.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test("the operations page names every figure of Cansole's own", () => {
  const page = read("docs/operations.md");
  const own = figures.filter((name) => !/^cansole_(process|nodejs)_/.test(name));
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("the intake's page lists every permission of a key, and every call that reads", () => {
  expect(firstCells(sectionOf("docs/intake.md", "## A key"))).toEqual(IntakeScope.options);
  const paths = Object.values(intakeReads).flatMap((call) =>
    "method" in call && call.method === "GET" ? call.path.replace("/intake", "") : [],
  );
  const listed = firstCells(sectionOf("docs/intake.md", "## What there is to read"));
  expect(listed.map((path) => path.replace(/\{(\w+)\}/g, ":$1").replace(/\?.*/, "")).sort()).toEqual(paths.sort());
});

test("the machine protocol's page lists every topic with its quality of service, and no other", () => {
  const page = read("docs/machine-protocol.md");
  const section = page.slice(page.indexOf("## Topics"), page.indexOf("## Connecting"));
  const rows = [...section.matchAll(/^\| `(vm[^`]+)` \|[^|]*\| (\d) \|/gm)].map((row) => `${row[1]} ${row[2]}`);
  const up = Object.entries(upTopics).map(([name, { qos }]) => `${upTopic("{serial}", name as UpTopic)} ${qos}`);
  const down = Object.entries(downTopics).map(
    ([name, { qos }]) => `${downTopic("{serial}", name as keyof typeof downTopics)} ${qos}`,
  );
  expect(rows.sort()).toEqual([...up, ...down].sort());
});

test("decision records are numbered without a gap and stay short", () => {
  const records = documents.filter((path) => path.startsWith("docs/decisions/")).sort();
  expect(records.map((path) => path.slice(15, 19))).toEqual(
    records.map((_, index) => String(index + 1).padStart(4, "0")),
  );
  for (const record of records) {
    const text = read(record);
    expect(text.split("\n").length, record).toBeLessThanOrEqual(31);
    expect(text.match(/^#+ .*/gm)?.slice(1), record).toEqual([
      "## Situation",
      "## Decision",
      "## What we gave up",
      "## When to look again",
    ]);
  }
});

test("each package has a README of at most 30 lines", () => {
  for (const room of ["shared", "gateway", "broker", "workers", "web", "scripts", "scripts/migrate"]) {
    expect(read(`${room}/README.md`).trimEnd().split("\n").length, room).toBeLessThanOrEqual(30);
  }
});

test("every reason for which a unit's connection ends has its sentence, and no other", () => {
  const protocol = read("docs/machine-protocol.md");
  const table = protocol.slice(
    protocol.indexOf("| connection ended because"),
    protocol.indexOf("### What a connection"),
  );
  const reasons = all(table, /`([a-z0-9-]+)`/g);
  expect(Object.keys(disconnectReasons).sort()).toEqual(["left", ...reasons].sort());
});

test("every code of a refusal has its line, with its status, and no other", () => {
  const lines = [...read("docs/refusals.md").matchAll(/^\| `([a-z-]+)` \| (\d{3}) \| \S/gm)];
  const written = lines.map(([, code, status]) => `${code} ${status}`);
  expect(written.sort()).toEqual(
    Object.entries(refusalStatus)
      .map(([code, status]) => `${code} ${status}`)
      .sort(),
  );
});
