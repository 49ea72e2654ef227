import { TestRunner } from "vitest";
import type { Visit } from "./visit.ts";

/** The running test; undefined while a whole file is set up. */
export const runningTest = () => TestRunner.getCurrentTest();

/** Where the running test has failed, writes what its pages show: nothing else shows why a wait timed out. */
export const printPageIfFailed = async (visits: readonly Visit[]): Promise<void> => {
  const test = runningTest();
  if (test?.result?.state !== "fail") return;
  for (const { page } of visits.filter((visit) => !visit.page.isClosed())) {
    const parts = await page.locator("main, dialog[open]").all();
    const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5_000 })));
    console.error(`When "${test.name}" failed, ${new URL(page.url()).pathname} showed\n${shown.join("\n")}`);
  }
};
