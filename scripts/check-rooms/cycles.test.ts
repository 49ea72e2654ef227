import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary.ts";

const root = join(import.meta.dirname, "../..");
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** What Biome says, by our own rules, of files that are planted in a repository of their own. */
const lint = async (files: Record<string, string>): Promise<string> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), `${text}\n`);
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=summary", "--colors=off", "shared"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder.path }, (_, out, err) => resolve(out + err));
  });
};

beforeAll(async () => {
  folder = await temporaryFolder("cycles");
  await copyFile(join(root, "biome.json"), join(folder.path, "biome.json"));
  await writeFile(join(folder.path, ".gitignore"), "node_modules\n");
  await writeFile(join(folder.path, "package.json"), `{ "imports": { "#shared/*": "./shared/*" } }\n`);
});
afterAll(() => folder.remove());

test("Biome is told to name import cycles, those through types, aliases and lazy imports included", async () => {
  const said = await lint({
    "shared/a.ts": `import { b } from "#shared/b.ts";\nexport const a = () => b;`,
    "shared/b.ts": `import { a } from "./a.ts";\nexport const b = () => a;`,
    "shared/c.ts": `import type { D } from "./d.ts";\nexport type C = D;`,
    "shared/d.ts": `import type { C } from "./c.ts";\nexport type D = C;`,
    "shared/e.ts": `export const e = async () => (await import("./f.ts")).f;`,
    "shared/f.ts": `import { e } from "./e.ts";\nexport const f = e;`,
    "shared/g.ts": `import { h } from "./h.ts";\nexport const g = h;`,
    "shared/h.ts": "export const h = 1;",
  });
  expect(said).toContain("noImportCycles");
  for (const name of "abcdef") expect(said).toContain(`shared/${name}.ts`);
  for (const name of "gh") expect(said).not.toContain(`shared/${name}.ts`);
});
