import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { firstRequests, prefetchedByAll } from "../../web/app/first-requests.ts";
import { type PageName, paths } from "../../web/app/paths.ts";
import { apiBase } from "../../web/http/api-base.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const app = join(import.meta.dirname, "../../web/app");

/** The file behind each page, read from where it is named for the router. */
const filesOfPages = (): Map<PageName, string> => {
  const text = readFileSync(join(app, "pages.ts"), "utf8");
  const named = [...text.matchAll(/(\w+): \{[^}]*?import\("([^"]+)"\)/g)];
  const files = named.map(([, page = "", file = ""]) => [page as PageName, join(app, file)] as const);
  return new Map([["login", join(app, "../features/auth/LoginPage.tsx")], ...files]);
};

const isChunk = (part: Bundle[string]): part is Chunk => part.type === "chunk";

/** A chunk and all that it needs at once, as files of the build, each behind what it needs. */
const inTurn = (chunk: Chunk, bundle: Bundle, turns = new Set<string>()): Set<string> => {
  for (const name of chunk.imports) {
    const part = bundle[name];
    if (part && isChunk(part) && !turns.has(name)) inTurn(part, bundle, turns);
  }
  return turns.add(chunk.fileName);
};

/** Behind what picks the theme, before the first paint; what it reads is written before it. */
const lookAhead = `// In turn, each a task of its own: together they would keep a phone from its taps for long.
  const run = (scripts) => {
    for (const file of scripts) {
      const script = document.createElement("script");
      script.type = "module";
      script.crossOrigin = "";
      script.async = false;
      script.src = base + file;
      document.head.append(script);
    }
  };
  run(start);
  const at = location.pathname.slice(base.length - 1).replace(/(.)\\/$/, "$1");
  let token = null;
  try {
    token = localStorage.getItem("token");
  } catch {}
  const isAt = ([path]) => new RegExp("^" + path.replace(/:\\w+/g, "[^/]+") + "$", "i").test(token === null ? "/login" : at);
  const [path = "", own = [], requests = []] = pages.find(isAt) || [];
  run(own.map((file) => files[file]));
  if (token === null || document.visibilityState === "hidden") return;
  const answers = new Map();
  const id = at.split("/")[path.split("/").indexOf(":id")];
  // What an address asks for beyond its page, the page itself reads out of it.
  for (const request of location.search === "" ? prefetchedByAll.concat(requests) : prefetchedByAll) {
    const url = api + request.replace(":id", id);
    const answer = fetch(url, { headers: { accept: "application/json", authorization: "Bearer " + token } });
    // Nobody may take it.
    answer.catch(() => {});
    answers.set(url, answer);
  }
  globalThis.prefetched = { token, answers };`;

const bootTag = /<script src="[^"]*theme-boot\.js"><\/script>/;
const startTags = /\s*<(script type="module"|link rel="modulepreload") [^>]*>(<\/script>)?/g;

/**
 * All scripts are begun by the one that picks the theme, so that the sheet and the fonts of the first paint come before
 * them. The first page's own files, and its first requests (web/app/first-requests.ts, taken by
 * web/http/prefetched.ts), are fetched together with the files of every page, and not once these have run: three round
 * trips less on a slow line. Which page it is stands in the address alone, and whether somebody is signed in only in
 * the browser.
 */
export const pagesAhead = (): Plugin => ({
  name: "pages-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      if (!bootTag.test(html))
        throw new Error("index.html has no theme-boot.js to be followed by what is fetched ahead.");
      return html.replace(startTags, "").replace(bootTag, '<script src="/inventory/v1.2/boot.js"></script>');
    },
  },
  generateBundle: {
    // Vite removes a chunk with nothing but a sheet.
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter(isChunk);
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) return;
      const start = [...inTurn(entry, bundle)];
      const beyondFirst = (chunk: Chunk) => [...inTurn(chunk, bundle)].filter((name) => !start.includes(name));
      const pages = [...filesOfPages()].map(([page, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
        if (!chunk) throw new Error(`The page ${page} has no chunk of its own: ${file}.`);
        return [paths[page], beyondFirst(chunk), (page !== "login" && firstRequests[page]) || []] as const;
      });
      const files = [...new Set(pages.flatMap(([, needs]) => needs))];
      const placesOf = (needs: readonly string[]) => needs.map((name) => files.indexOf(name));
      const placed = pages.map(([path, needs, requests]) => [path, placesOf(needs), requests]);
      const known = { base: "/inventory/v1.2/", start, api: apiBase, files, pages: placed, prefetchedByAll };
      const written = Object.entries(known).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      const theme = readFileSync(join(app, "../public/theme-boot.js"), "utf8");
      const text = `${theme}(() => {\n  const ${written.join(",\n    ")};\n  ${lookAhead}\n})();\n`;
      // It stands before the first paint: without its comments it is a sixth smaller.
      this.emitFile({ type: "asset", fileName: "boot.js", source: text.replace(/^\s*\/\/.*\n|^\s+/gm, "") });
    },
  },
});
