import { posix } from "node:path";
import type { ParseResult } from "vite";
import { constantText, forEachNode } from "./syntax.ts";

type Import = { specifier: string; typesOnly: boolean; line: number };

/** Tests and what only tests use. */
export const isForTests = (path: string): boolean => /\.test\.tsx?$|(^|\/)testing\//.test(path);

/** The order inside gateway and web, from the top down: a file imports its own layer and lower ones. */
const layers: Record<string, readonly RegExp[]> = {
  gateway: [
    /^main\.ts$/,
    /^start\.ts$/,
    /^(?!parts\.ts)[^/]+(?<!limits\.ts)$/,
    /^(features|push|machine-link)\/.*(?<!\.limits\.ts)$/,
    /^(records|paged)\/.*(?<!\.limits\.ts)$/,
    // Each limit stands with its owner; together they are one part that everything receives.
    /^(http\/|parts\.ts|.*limits\.ts$)/,
  ],
  web: [/^([^/]+$|gallery\/)/, /^app\//, /^features\//, /^(records|recipes)\//, /^(live|http|state|ui)\//],
};

type Rule = { forbids: RegExp; why: string; allows?: "types" };

/** Each is read over `importer > imported`, tests included. */
const betweenPackages: readonly Rule[] = [
  {
    forbids: /^(web|broker|migrations|shared)\/.* > (?!\1\/)(web|gateway|broker|workers)\//,
    why: "packages meet in shared",
  },
  {
    forbids: /^workers\/(?!reports\/.* > gateway\/exported-lists\.ts).* > (web|gateway|broker)\//,
    why: "packages meet in shared",
  },
  { forbids: /^gateway\/.* > (web|workers)\//, why: "packages meet in shared" },
];
const exceptTests: readonly Rule[] = [
  { forbids: / > (.*\/testing\/|.*\.test\.tsx?$)/, why: "only tests import what is for tests" },
  { forbids: / > (scripts\/|(?!package\.json$)[^/]+$)/, why: "no package imports what starts it" },
  { forbids: /^(?!migrations\/).* > migrations\//, why: "only tests import migrations" },
  { forbids: /^gateway\/(?!start\.ts).* > broker\//, why: "in gateway only start.ts opens the broker" },
  {
    forbids: /^gateway\/features\/.* > gateway\/(push|machine-link)\//,
    why: "a feature writes records, and they hear of it",
  },
  { forbids: /^gateway\/push\/.* > gateway\/machine-link\//, why: "push and machine-link do not know each other" },
  { forbids: /^gateway\/machine-link\/.* > gateway\/push\//, why: "push and machine-link do not know each other" },
  {
    forbids: /^gateway\/push\/.* > gateway\/features\/(?!.*\.view\.ts$)/,
    why: "of a feature, push imports only the view",
  },
  {
    forbids: /^gateway\/machine-link\/.* > gateway\/features\/(?!.*\.service\.ts$)/,
    why: "machine-link imports only types of services",
  },
  {
    forbids: /^gateway\/machine-link\/.* > gateway\/features\//,
    why: "a service is handed in, import only its type",
    allows: "types",
  },
  {
    forbids: /^gateway\/features\/([^/ ]+)[/ ].*> gateway\/features\/(?!\1\/).*\.repository\.ts$/,
    why: "a feature never uses another feature's repository",
  },
  {
    forbids: /^gateway\/features\/([^/ ]+)[/ ].*> gateway\/features\/(?!\1\/).*\.(service|feature)\.ts$/,
    why: "a service is handed in, import only its type",
    allows: "types",
  },
  { forbids: /^web\/features\/([^/ ]+)[/ ].*> web\/features\/(?!\1\/)/, why: "features do not import each other" },
];

/** Migrations run before the other packages and are held to rules of their own; `run.ts` is their command. */
const named = (path: string) => path.replace(/^scripts\/migrate\/(?!run\.ts$)/, "migrations/");

/** What is wrong with an import from one file of the repository to another; null where nothing is. */
export const complaintAbout = (from: string, { specifier, typesOnly }: Import, paths: ReadonlySet<string>) => {
  const name = specifier.replace(/\?.*$/, "");
  if (!/^(\.|#shared\/)/.test(name)) return null;
  const to = name.startsWith("#") ? name.slice(1) : posix.join(posix.dirname(from), name);
  const [fromPackage = "", toPackage = ""] = [from, to].map((path) => path.split("/")[0]);
  if (!paths.has(to)) return `imports ${to}, which is no file here`;
  if (toPackage === "shared" && (fromPackage === "shared") === name.startsWith("#")) {
    return fromPackage === "shared"
      ? `writes #shared/ inside shared: paths are relative there`
      : `imports ${to} by a relative path: write #${to}`;
  }
  if (!isOfPackage(from)) return null;
  const rules = isForTests(from) ? betweenPackages : [...betweenPackages, ...exceptTests];
  const broken = rules.find(
    ({ forbids, allows }) => forbids.test(`${named(from)} > ${named(to)}`) && !(allows === "types" && typesOnly),
  );
  if (broken) return `imports ${to}: ${broken.why}`;
  if (fromPackage !== toPackage || isForTests(from)) return null;
  // Page paths are open to all, and parts are described by the types of those who make them.
  if (to === "web/app/paths.ts" || (from === "gateway/parts.ts" && typesOnly)) return null;
  return heightOf(from) > heightOf(to) ? `imports ${to}, which lies above it` : null;
};

/** Every way in which a file names another, types, lazy imports and passing on included. */
export const importsOf = (
  { module, program }: ParseResult,
  text: string,
  lineAt: (offset: number) => number,
): Import[] => {
  const found: Import[] = [];
  const add = (specifier: string | null, typesOnly: boolean, start: number) =>
    specifier !== null && found.push({ specifier, typesOnly, line: lineAt(start) });
  for (const { moduleRequest, entries, start } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), start);
  for (const { entries, start } of module.staticExports)
    add(
      entries.find((entry) => entry.moduleRequest)?.moduleRequest?.value ?? null,
      entries.every(({ isType }) => isType),
      start,
    );
  if (/\bimport\s*\(/.test(text))
    forEachNode(program, (node) => {
      if (node.type === "ImportExpression") add(constantText(node.source), false, node.start);
      if (node.type === "TSImportType") add(constantText(node.source), true, node.start);
    });
  return found;
};

const isOfPackage = (path: string) =>
  /^(web|gateway|broker|workers|shared|migrations)\/(?!vite\.config)/.test(named(path));

/** Its layer, counted from the top. */
const heightOf = (path: string): number => {
  const [name = "", ...rest] = path.split("/");
  return (layers[name] ?? []).findIndex((layer) => layer.test(rest.join("/")));
};
