import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type PageName, paths } from "../../web/app/paths.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const app = join(import.meta.dirname, "../../web/app");

/** The file behind each page, read from where it is named for the router. */
const filesOfPages = (): Map<PageName, string> => {
  const text = readFileSync(join(app, "pages.ts"), "utf8");
  const named = [...text.matchAll(/(\w+): \{[^}]*?import\("([^"]+)"\)/g)];
  const files = named.map(([, page = "", file = ""]) => [page as PageName, join(app, file)] as const);
  return new Map([["login", join(app, "../features/auth/LoginPage.tsx")], ...files]);
};

const isChunk = (part: Bundle[string]): part is Chunk => part.type === "chunk";

/** A chunk and all that it needs at once, as files of the build. */
const needsOf = (chunk: Chunk, bundle: Bundle, known = new Set<string>()): Set<string> => {
  if (known.has(chunk.fileName)) return known;
  known.add(chunk.fileName);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) known.add(sheet);
  for (const name of chunk.imports) {
    const part = bundle[name];
    if (part && isChunk(part)) needsOf(part, bundle, known);
  }
  return known;
};

/** Runs in the page while its first script is on its way; `files` and `pages` are written before it. */
const lookAhead = `const at = location.pathname.slice(base.length - 1).replace(/(.)\\/$/, "$1");
  let isIn = false;
  try {
    isIn = localStorage.getItem("token") !== null;
  } catch {}
  const found = pages.find(([path]) => new RegExp("^" + path.replace(/:\\w+/g, "[^/]+") + "$", "i").test(isIn ? at : "/login"));
  for (const file of found ? found[1] : []) {
    const link = document.createElement("link");
    // A sheet is only fetched: where the page is another after all, nobody complains of it.
    link.rel = files[file].endsWith(".js") ? "modulepreload" : "prefetch";
    link.crossOrigin = "";
    link.href = base + files[file];
    document.head.append(link);
  }`;

/**
 * The first page's own files are fetched together with those of every page, and not once these have run: a round trip
 * and a half less on a slow line. A script of its own, because which page it is stands in the address alone.
 */
export const pagesAhead = (): Plugin => ({
  name: "pages-ahead",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "script", attrs: { src: "/inventory/v1.2/pages-ahead.js", async: true }, injectTo: "head-prepend" },
  ],
  generateBundle: {
    // Vite takes out what holds nothing but a sheet.
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter(isChunk);
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) return;
      const first = needsOf(entry, bundle);
      const pages = [...filesOfPages()].map(([page, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
        if (!chunk) throw new Error(`The page ${page} has no chunk of its own: ${file}.`);
        return [paths[page], [...needsOf(chunk, bundle)].filter((name) => !first.has(name))] as const;
      });
      const files = [...new Set(pages.flatMap(([, needs]) => needs))];
      const placed = pages.map(([path, needs]) => [path, needs.map((name) => files.indexOf(name))]);
      const source = `(() => {
  const base = "/inventory/v1.2/", files = ${JSON.stringify(files)}, pages = ${JSON.stringify(placed)};
  ${lookAhead}
})();
`;
      this.emitFile({ type: "asset", fileName: "pages-ahead.js", source });
    },
  },
});
