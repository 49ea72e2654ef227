import { cp } from "node:fs/promises";
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
  project.provide("distDir", distDir);
  project.provide("webDir", web.path);
  return web.remove;
}
