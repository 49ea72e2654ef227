import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";

const app = setUpConsole({ machines: 0 });

/** No link of the navigation lies below what is seen of it. */
const isWhole = (nav: Locator) =>
  eventually(async () =>
    expect(await nav.locator(".nav-links").evaluate((links) => links.scrollHeight - links.clientHeight)).toBe(0),
  );

test("at a desk all of the navigation is in sight; a folded group keeps its links in the page and stays as it was left", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/");
  const nav = page.getByRole("navigation", { name: "Console" });
  const [users, audit] = [nav.getByRole("link", { name: "Users" }), nav.getByRole("link", { name: "Audit" })];
  await users.waitFor();
  await isWhole(nav);
  await audit.waitFor({ state: "detached" });
  await nav.locator('a[href$="/audit"]').waitFor({ state: "attached" });

  await nav.getByRole("button", { name: "System" }).click();
  await audit.waitFor();
  await isWhole(nav);
  await page.reload();
  await audit.waitFor();
  await page.setViewportSize({ width: 1440, height: 1200 });
  await nav.getByRole("link", { name: "Redis" }).waitFor();
  await isWhole(nav);
  expect(await visit.findViolations()).toEqual([]);
});

test("on a phone the menu fits one screen", async () => {
  const visit = await app.visit({ width: 390 });
  await visit.goTo("/");
  await visit.page.getByRole("button", { name: "Menu" }).click();
  const menu = visit.page.getByRole("dialog", { name: "Navigation" });
  await menu.getByRole("link", { name: "Orders" }).waitFor();

  await isWhole(menu);
  expect(await visit.findViolations()).toEqual([]);
});

test("the content is at most five stops of the Tab key away, and the arrow keys walk through the navigation", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/Users/new");
  await page.getByLabel("Name", { exact: true }).waitFor();
  await page.reload();
  await page.getByLabel("Name", { exact: true }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  const isInContent = () => page.evaluate(() => document.activeElement?.closest("main .form") !== null);
  const seen: string[] = [];
  await page.locator(".skip").focus();
  while (seen.length < 9) {
    const at = await page.evaluate(() => document.activeElement?.textContent ?? ""); // settled: a key moves it at once
    seen.push(at);
    await page.keyboard.press("Tab");
    if (await isInContent()) break; // settled: a key moves it at once
  }
  expect(seen.length, seen.join(", ")).toBeLessThanOrEqual(5);

  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: "Users" }).focus();
  await page.keyboard.press("ArrowDown");
  await eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Penalties"),
  );
  await page.keyboard.press("Home");
  await eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Cansole, to Home"),
  );
  expect(await visit.findViolations()).toEqual([]);
});
