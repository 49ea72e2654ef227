import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { type PageName, paths } from "../../web/app/paths.ts";

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

/** A chunk and all that it needs at once, as files of the build. */
const needsOf = (chunk: Chunk, bundle: Bundle, known = new Set<string>()): Set<string> => {
  if (known.has(chunk.fileName)) return known;
  known.add(chunk.fileName);
  for (const name of chunk.imports) {
    const part = bundle[name];
    if (part && isChunk(part)) needsOf(part, bundle, known);
  }
  return known;
};

/** Behind what picks the theme, before the first paint; `base`, `files`, `pages` and `onPhones` are written before it. */
const lookAhead = `const at = location.pathname.slice(base.length - 1).replace(/(.)\\/$/, "$1");
  let isIn = false;
  try {
    isIn = localStorage.getItem("token") !== null;
  } catch {}
  const found = pages.find(([path]) => new RegExp("^" + path.replace(/:\\w+/g, "[^/]+") + "$", "i").test(isIn ? at : "/login"));
  const isPhone = isIn && matchMedia("(max-width: 639.98px)").matches;
  for (const file of [...(found ? found[1] : []), ...(isPhone ? onPhones : [])]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = base + files[file];
    document.head.append(link);
  }`;

/** Every page's parts on a phone, which no other window loads. */
const phoneParts = ["phone/PhoneBar.tsx", "../ui/PhoneActions.tsx"].map((file) => join(app, file));

const bootTag = /<script src="[^"]*theme-boot\.js"><\/script>/;

/**
 * The first page's own files are fetched together with those of every page, and not once these have run: a round trip
 * and a half less on a slow line. By the script that picks the theme, because which page it is stands in the address
 * alone, and whether somebody is signed in only in the browser.
 */
export const pagesAhead = (): Plugin => ({
  name: "pages-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      if (!bootTag.test(html))
        throw new Error("index.html has no theme-boot.js to be followed by what is fetched ahead.");
      return html.replace(bootTag, '<script src="/inventory/v1.2/boot.js"></script>');
    },
  },
  generateBundle: {
    // Vite takes out what holds nothing but a sheet.
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter(isChunk);
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) return;
      const first = needsOf(entry, bundle);
      const beyondFirst = (chunk: Chunk) => [...needsOf(chunk, bundle)].filter((name) => !first.has(name));
      const pages = [...filesOfPages()].map(([page, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
        if (!chunk) throw new Error(`The page ${page} has no chunk of its own: ${file}.`);
        return [paths[page], beyondFirst(chunk)] as const;
      });
      const onPhones = phoneParts.flatMap((file) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file));
        if (!chunk) throw new Error(`No chunk holds ${file}.`);
        return beyondFirst(chunk);
      });
      const files = [...new Set([...pages.flatMap(([, needs]) => needs), ...onPhones])];
      const placesOf = (needs: readonly string[]) => [...new Set(needs)].map((name) => files.indexOf(name));
      const placed = pages.map(([path, needs]) => [path, placesOf(needs)]);
      const source = `${readFileSync(join(app, "../public/theme-boot.js"), "utf8")}(() => {
  const base = "/inventory/v1.2/", files = ${JSON.stringify(files)}, pages = ${JSON.stringify(placed)}, onPhones = ${JSON.stringify(placesOf(onPhones))};
  ${lookAhead}
})();
`;
      this.emitFile({ type: "asset", fileName: "boot.js", source });
    },
  },
});
