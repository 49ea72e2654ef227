import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const made = new Map<string, Promise<string>>();

/** They read files of their own folder, or are machine code. */
const unpacked = ["pdfkit", "@napi-rs/image"];

/** What a package written for CommonJS requires of Node. */
const requires = `import { createRequire as ownRequire } from "node:module"; const require = ownRequire(import.meta.url);`;

/**
 * A script of the sources, such as `workers/main.ts`, as one file that Node runs as it is, with its packages: with tsx
 * each process that a test starts reads a thousand files first, for more than a second of a processor, and without the
 * packages it needs 0.56 s in place of 0.33. Made once for this process, below dist/, where it finds `unpacked`.
 */
export const bundled = (script: string): Promise<string> => {
  const known = made.get(script) ?? make(script);
  made.set(script, known);
  return known;
};

const make = async (script: string): Promise<string> => {
  const folder = join(root, "dist/tests");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${script.replaceAll("/", "-").replace(/\.ts$/, "")}.js`);
  // Aside first: another process may make it too, or begin to run it.
  const aside = `${file}.${process.pid}`;
  await build({
    absWorkingDir: root,
    entryPoints: [script],
    outfile: aside,
    bundle: true,
    external: unpacked,
    mainFields: ["module", "main"],
    banner: { js: requires },
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  await stop();
  await rename(aside, file);
  return file;
};
