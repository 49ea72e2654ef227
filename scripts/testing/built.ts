import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildIfStale } from "../build.ts";
import { temporaryFolder } from "./temporary.ts";

/** Integration tests run what an operator runs: the built web client and the built mains. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale((line) => process.stdout.write(`${line}\n`));
  const distDir = join(fileURLToPath(new URL("../..", import.meta.url)), "dist");
  // A copy: a build beside this run would take the files away under the browsers.
  const web = await temporaryFolder("web");
  await cp(join(distDir, "web"), web.path, { recursive: true });
  // From there pages load it as their own files: compiled once, where each would else compile a text that it is sent.
  await cp(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), join(web.path, "assets/axe.min.js"));
  project.provide("distDir", distDir);
  project.provide("webDir", web.path);
  return web.remove;
}
