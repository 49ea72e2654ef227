import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildIfStale } from "../build.ts";

/** The walks run what an operator runs: the built web client and the built mains. */
export default async function setUp(project: TestProject): Promise<void> {
  await buildIfStale((line) => process.stdout.write(`${line}\n`));
  project.provide("distDir", join(fileURLToPath(new URL("../..", import.meta.url)), "dist"));
}
