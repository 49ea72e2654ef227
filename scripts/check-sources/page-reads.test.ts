import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { findPageReads, isOfInstallation } from "./page-reads.ts";

const journey = "scripts/e2e/cans.e2e.test.ts";
const saidOf = (lines: string[], path = journey) => {
  const text = lines.join("\n");
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  return isOfInstallation(path) ? findPageReads(parseSync(path, text), lineAt) : [];
};
const atOnce = (line: number, call: string) => ({ call, line });

describe("what a page shows is waited for", () => {
  test.each([
    ["count", `expect(await page.locator(".row").count()).toBe(1);`],
    ["textContent", `const text = await page.locator(".row").textContent();`],
    ["isVisible", `if (await button.isVisible()) await button.click();`],
    ["url", `expect(new URL(page.url()).search).toBe("");`],
    ["evaluate", `expect(await page.evaluate(() => window.scrollY)).toBe(30);`],
  ])("%s is no answer that stands", (call, line) => {
    expect(saidOf(["await button.click();", line])).toEqual([atOnce(2, call)]);
  });

  test("a named function that reads is a read wherever it is called, through others too", () => {
    const lines = [
      "const rows = () => page.locator('.row').count();",
      "const twice = async () => 2 * (await rows());",
      "await eventually(async () => expect(await twice()).toBe(2));",
      "expect(await twice()).toBe(2);",
    ];
    expect(saidOf(lines)).toEqual([atOnce(4, "twice")]);
  });

  test("one that others import waits by itself", () => {
    const lines = ["export const rows = ({ page }) => page.locator('.row').count();"];
    expect(saidOf(lines, "scripts/e2e/rows.ts")).toEqual([atOnce(1, "count")]);
  });

  test.each([
    ["in eventually", ["await eventually(async () => expect(await rows.count()).toBe(1));"]],
    ["in until", ["const text = await until('a text', () => row.textContent());"]],
    ["in a poll", ["await expect.poll(() => rows.count()).toBe(1);"]],
    ["in a wait for the address", ["await page.waitForURL((url) => url.search === '');"]],
    ["by the page itself", ["await page.waitForFunction(() => document.body.getAttribute('class') === 'on');"]],
    ["as an action", ["await page.evaluate(() => localStorage.clear());"]],
    ["where it is settled", ["const before = await rows.count(); // settled: nothing has begun"]],
    ["beneath such words", ["// settled: nothing has begun", "const before = await rows.count();"]],
  ])("%s", (_, lines) => {
    expect(saidOf(lines)).toEqual([]);
  });

  test("settled needs its why, and covers one statement", () => {
    const bare = "const before = await rows.count(); // settled:";
    const two = [
      "// settled: nothing has begun",
      "const before = await rows.count();",
      "expect(await rows.count()).toBe(1);",
    ];
    expect(saidOf([bare])).toEqual([atOnce(1, "count")]);
    expect(saidOf(two)).toEqual([atOnce(3, "count")]);
  });

  test("elsewhere a count is a count", () => {
    const line = "expect(await rows.count()).toBe(1);";
    expect(saidOf([line], "gateway/a.test.ts")).toEqual([]);
    expect(saidOf([line], "scripts/integration/a.integration.test.ts")).toHaveLength(1);
    expect(saidOf([line], "scripts/start.e2e.test.ts")).toHaveLength(1);
  });
});
