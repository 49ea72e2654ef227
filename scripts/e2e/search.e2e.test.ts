import { beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { reaches } from "./on-screen.ts";

const app = setUpConsole();
beforeAll(() => app.requestRegistration("JRN-WAITS"));

const planted = () => {
  const [unit] = app.planted;
  if (!unit) throw new Error("a machine was planted");
  return unit;
};
/** An operator looks at a page, while the first machine is heard. */
const atRedis = async () => {
  const { plan, secret, machineId } = planted();
  await app.beat(plan.serialNumber, secret);
  const visit = await app.visit();
  await visit.goTo("/redis");
  await visit.page.getByRole("heading", { name: "Redis" }).waitFor();
  await visit.page.locator(".live-live").waitFor();
  return { plan, machineId, visit };
};
const option = ({ page }: Visit, group: string, text: string) =>
  page.getByRole("group", { name: group, exact: true }).getByRole("option").filter({ hasText: text });

test("an operator finds a machine and a control unit by the keyboard alone, and what was opened stands first", async () => {
  const { plan, machineId, visit } = await atRedis();
  const { page } = visit;

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a page or a record" }).waitFor();
  await page.keyboard.type(plan.name.toUpperCase());
  await option(visit, "Vending machines", plan.name).getByText("Online").waitFor();
  await page.keyboard.press("Enter");
  await reaches(visit, `/vendingMachine/${machineId}`);
  await page.getByRole("heading", { name: plan.name }).waitFor();

  await page.keyboard.press("Control+k");
  await option(visit, "Recent", plan.name).waitFor();
  await page.keyboard.type("jrn-w");
  await option(visit, "Registration requests", "JRN-WAITS").waitFor();
  await page.keyboard.press("Enter");
  await reaches(visit, "/list-registered-vending-machine/JRN-WAITS");

  await page.reload();
  await page.getByRole("heading", { name: "JRN-WAITS" }).waitFor();
  await page.locator(".live-live").waitFor();
  await page.getByRole("button", { name: "Search" }).click();
  await option(visit, "Recent", "JRN-WAITS").waitFor();
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  await eventually(async () =>
    expect(await recent.allTextContents()).toEqual([
      expect.stringMatching(/^JRN-WAITS\s*Registration request\s*$/),
      expect.stringContaining(plan.name),
    ]),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "detached" });
});

test.each([1440, 390])("the palette has no violation, whatever it shows, by day and by night: %i px", async (width) => {
  const { plan } = planted();
  const visit = await app.visit({ width });
  const { page } = visit;
  await visit.goTo("/redis");
  await page.locator(".live-live").waitFor();
  const found: string[] = [];
  const look = async (what: string) => {
    found.push(...(await visit.findViolationsInBothThemes()).map((text) => `${what}: ${text}`));
  };

  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("option", { name: "Home" }).waitFor();
  await look("pages");
  await page.keyboard.type(plan.serialNumber.slice(0, 3));
  await option(visit, "Vending machines", plan.name).waitFor();
  await look("records");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("group", { name: "Recent" }).waitFor();
  await page.keyboard.type(plan.name.slice(0, 4));
  await option(visit, "Recent", plan.name).waitFor();
  await option(visit, "Recent", plan.name)
    .getByText(/Online|Offline|Unavailable/)
    .waitFor();
  await look("recent");
  await page.keyboard.type(" is nowhere");
  await page.getByText("Nothing begins with").waitFor();
  await look("nothing");

  expect(found).toEqual([]);
});

test("keys lead to lists and through them, ? shows them, and a machine is pinged from the palette", async () => {
  const { plan, visit } = await atRedis();
  const { page } = visit;

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  const violations = await visit.findViolationsInBothThemes();
  expect(violations).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await reaches(visit, "/live-status");
  await page.getByRole("button", { name: /^All\b/ }).click();
  await page.locator("tr[data-row]").nth(2).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = page.locator("tr[data-row]").nth(1);
  await eventually(async () => expect(await second.evaluate((row) => row === document.activeElement)).toBe(true));
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await reaches(visit, "/");
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.getByRole("link", { name: plan.name, exact: true }).waitFor();
  await page.keyboard.press("/");
  await eventually(async () =>
    expect(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement)).toBe(true),
  );

  // Its unit was online once and has left: the machine refuses, and says so in a session.
  visit.expectStatus(409);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a page or a record" }).waitFor();
  await page.keyboard.type(`ping ${plan.name}`);
  await option(visit, "Actions", `Ping ${plan.name}`).waitFor();
  await page.keyboard.press("Enter");
  await reaches(visit, "/test-vending-machine");
  await page.waitForURL(/session=[0-9a-f]{24}/);
  await page.getByRole("heading", { name: "Session Results" }).waitFor();
});
