import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visit } from "../testing/visit.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { button, row } from "./on-screen.ts";

let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsole();
  await house.ask("JRN-WAITS");
  for (const { plan, secret } of house.planted.slice(0, 2)) await house.beat(plan.serialNumber, secret);
});
afterAll(() => house.stop());

const planted = () => {
  const [unit] = house.planted;
  if (!unit) throw new Error("a machine was planted");
  return unit;
};

/** Every page that stands, and what is there once it is whole. */
const pages: { path: () => string; ready: (visit: Visit) => Promise<unknown> }[] = [
  { path: () => "/", ready: ({ page }) => page.getByRole("article").first().waitFor() },
  { path: () => "/AddVendingMachine", ready: ({ page }) => page.getByLabel("Location").waitFor() },
  {
    path: () => `/vendingMachine/${planted().machineId}`,
    ready: ({ page }) => page.getByText("Last seen online").waitFor(),
  },
  { path: () => "/live-status", ready: ({ page }) => page.getByText("of 3 vending machines, offline").waitFor() },
  { path: () => "/live-status?state=All", ready: ({ page }) => page.getByText(planted().plan.name).waitFor() },
  { path: () => "/register-vending-machine", ready: ({ page }) => page.getByText("JRN-WAITS").waitFor() },
  {
    path: () => "/list-registered-vending-machine",
    ready: ({ page }) => page.getByText(planted().plan.serialNumber).waitFor(),
  },
  { path: () => "/list-registered-vending-machine/JRN-WAITS", ready: (visit) => button(visit, "Register").waitFor() },
  { path: () => "/list-registered-vending-machine/new", ready: (visit) => button(visit, "Register").waitFor() },
  {
    path: () => `/list-registered-vending-machine/${planted().plan.serialNumber}`,
    ready: (visit) => button(visit, "New Secret").waitFor(),
  },
];

test.each([1440, 390])(
  "no page has an accessibility violation or a complaint in the browser's console, in either theme: %i px",
  async (width) => {
    const visit = await house.visit({ width });
    const found: string[] = [];
    for (const { path, ready } of pages) {
      await visit.goTo(path());
      await ready(visit);
      await visit.page.locator(".live-live").waitFor();
      found.push(...(await visit.findViolationsInBothThemes()).map((text) => `${path()}: ${text}`));
    }
    expect(found).toEqual([]);
    expect(visit.complaints()).toEqual([]);
  },
);

test("the login page and its code step have no violation in either theme", async () => {
  const visit = await house.visit({ signedIn: false });
  await visit.goTo("/login");
  await visit.page.getByLabel("Phone number").waitFor();
  const before = await visit.findViolationsInBothThemes();
  await button(visit, "Use email and password instead").click();
  await visit.page.getByLabel("Password").waitFor();

  expect([...before, ...(await visit.findViolationsInBothThemes())]).toEqual([]);
  expect(visit.complaints()).toEqual([]);
});

test("what opens on a page has no violation either: a list of choices, a question, refused fields, a secret", async () => {
  const visit = await house.visit();
  const found: string[] = [];
  const look = async (what: string) => found.push(...(await visit.findViolations()).map((text) => `${what}: ${text}`));
  await visit.goTo("/AddVendingMachine");
  await visit.page.getByRole("combobox", { name: "Product Profile" }).focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.getByRole("option").first().waitFor();
  await look("choices");
  await visit.page.keyboard.press("Escape");
  await button(visit, "Add Vending Machine").click();
  await visit.page.getByText("4 things are not right yet").waitFor();
  await look("refused fields");

  await visit.goTo("/register-vending-machine");
  await row(visit, "JRN-WAITS").getByRole("button", { name: "Delete" }).click();
  await visit.page.getByRole("alertdialog").waitFor();
  await look("question");

  await visit.goTo(`/list-registered-vending-machine/${planted().plan.serialNumber}`);
  await button(visit, "New Secret").click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "New Secret" }).click();
  await visit.page.locator(".secret-text").waitFor();
  await look("secret");

  expect(found).toEqual([]);
  expect(visit.complaints()).toEqual([]);
});
