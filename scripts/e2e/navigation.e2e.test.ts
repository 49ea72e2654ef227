import { expect, test } from "vitest";
import { setUpConsole } from "./console-app.ts";

const app = setUpConsole({ machines: 0 });

/** How far the links of the navigation reach beyond what is seen of them, in pixels. */
const hiddenBelow = (links: HTMLElement) => links.scrollHeight - links.clientHeight;

test("at a desk all of the navigation is in sight; a folded group keeps its links in the page and stays as it was left", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/");
  const nav = page.getByRole("navigation", { name: "Console" });
  const users = nav.getByRole("link", { name: "Users" });
  expect(await nav.locator(".nav-links").evaluate(hiddenBelow)).toBe(0);
  expect(await users.count()).toBe(0);
  expect(await nav.locator('a[href$="/Users"]').count()).toBe(1);

  await nav.getByRole("button", { name: "People" }).click();
  await users.waitFor();
  await nav.getByRole("button", { name: "Machines" }).click();
  expect(await nav.locator(".nav-links").evaluate(hiddenBelow)).toBe(0);
  await page.reload();
  await users.waitFor();
  expect(await visit.findViolations()).toEqual([]);
});

test("on a phone the menu fits one screen", async () => {
  const visit = await app.visit({ width: 390 });
  await visit.goTo("/");
  await visit.page.getByRole("button", { name: "Menu" }).click();
  const menu = visit.page.getByRole("dialog", { name: "Navigation" });
  await menu.getByRole("link", { name: "Orders" }).waitFor();

  expect(await menu.locator(".nav-links").evaluate(hiddenBelow)).toBe(0);
  expect(await visit.findViolations()).toEqual([]);
});
