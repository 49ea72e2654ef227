import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Modules of libraries that the console never uses: Zod's writers of JSON schemas and its search for cycles, which no
 * JSON has, PrimeReact's tooltips and ripples, Socket.IO's ways beside WebSocket.
 */
const unusedModules =
  /zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$|primereact\/(tooltip|ripple)\/\w+\.esm\.js$|engine\.io-client\/build\/esm\/transports\/(polling[\w.-]*|webtransport)\.js$/;

/**
 * Functions that it never calls, by the end of their module: the router's for forms, fetchers, links that fetch ahead,
 * routes that come from a server and tracing; Zod's that writes code, which the content security policy forbids.
 */
const unusedFunctions = [
  {
    module: /react-router\/dist\/production\/chunk-\w+\.mjs$/,
    // Another chunk is the server's.
    beside: "function createRouter(",
    names: [
      ...["handleAction", "handleFetcherAction", "handleFetcherLoader", "fetch2", "discoverRoutes", "patchRoutesImpl"],
      ...["getFormSubmissionInfo", "useSubmit", "useFormAction", "PrefetchPageLinks", "deserializeErrors"],
      ...["getRouteInstrumentationUpdates", "instrumentClientSideRouter"],
    ],
  },
  { module: /zod\/v4\/core\/schemas\.js$/, beside: "", names: ["generateFastpass"] },
];

/** `z.string().email()` and 25 others like it, which bring a format each; the console writes `z.email()`. */
const formatsOfStrings = /(export const ZodString = [\s\S]*?, \{\n)((?: {4}\w+\(params\) \{\n.*\n {4}\},\n)+)(\}\);\n)/;

/** Each name that the module exports stays, and does nothing. */
export const emptied = (text: string): string => {
  const declared = [...text.matchAll(/^export (?:const|function|class) ([\w$]+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  const names = [...declared, ...listed.map((name) => name.replace(/^.* as /, "").trim())].filter(Boolean);
  return names.map((name) => `export function ${name}() { return null; }`).join("\n");
};

/**
 * The text with these functions empty; called after all, one throws.
 * @throws Error where one of them is not there exactly once: the library has a new version, and the list is outdated.
 */
export const without = (text: string, names: readonly string[], module: string): string =>
  names.reduce((rest, name) => {
    const begin = `(?:(?:async )?function ${name}\\([\\s\\S]*?\\)|const ${name} = \\(.*\\) =>) \\{\\n`;
    const parts = rest.split(new RegExp(`^( *)(${begin})[\\s\\S]*?\\n\\1\\}`, "m"));
    const [before, indent, head, after] = parts;
    if (parts.length !== 4)
      throw new Error(`${module} does not declare ${name} once. See scripts/build/lean-libraries.ts.`);
    return `${before}${indent}${head}throw new Error("${name} is left out: scripts/build/lean-libraries.ts");\n}${after}`;
  }, text);

/** What libraries contain and the console never uses does not travel. */
export const leanLibraries = (): Plugin => ({
  name: "lean-libraries",
  apply: "build",
  enforce: "pre",
  async resolveId(id, importer, options) {
    // The router offers bundlers its development version alone.
    if (!/^react-router(\/dom)?$/.test(id)) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
  },
  load: (id) => (unusedModules.test(id) ? emptied(readFileSync(id, "utf8")) : null),
  transform(text, id) {
    const listed = unusedFunctions.find(({ module, beside }) => module.test(id) && text.includes(beside));
    if (listed) return { code: without(text, listed.names, id), map: null };
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
    if (!formatsOfStrings.test(text))
      throw new Error(`${id} has other formats of strings. See scripts/build/lean-libraries.ts.`);
    return { code: text.replace(formatsOfStrings, "$1$3"), map: null };
  },
});
