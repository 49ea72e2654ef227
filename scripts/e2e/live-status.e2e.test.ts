import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serverTimeHeader } from "#shared/http/envelope.ts";
import { removeRequest } from "#shared/registration/registration.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { button, row } from "./on-screen.ts";

/** One console for all tests: the heartbeats come last. */
const app = setUpConsole();

const planted = (index: number) => {
  const unit = app.planted[index];
  if (!unit) throw new Error(`machine ${index} was planted`);
  return unit;
};

test("rows are walked and opened by the keyboard", async () => {
  const visit = await app.visit();
  await visit.goTo("/live-status?state=All");
  await row(visit, planted(0).plan.name).waitFor();
  await visit.page.locator("tbody tr.row").first().focus();

  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");

  await visit.page.waitForURL(/\/vendingMachine\//);
  await visit.page.getByRole("heading", { level: 1 }).waitFor();
});

/** Runs in the page: a browser that lets it sound, and counts how often it does. */
const listen = () => {
  const held = { sounds: 0 };
  const param = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = { connect: (to: object) => to, gain: param, frequency: { value: 0 }, stop: () => {} };
  // Two notes are one sound.
  const noteHalf = () => {
    held.sounds += 0.5;
  };
  class Heard {
    state = "running";
    currentTime = 0;
    destination = {};
    resume = async () => undefined;
    createGain = () => node;
    createOscillator = () => ({ ...node, start: noteHalf });
  }
  Object.assign(globalThis, { AudioContext: Heard, held });
};
const soundsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { held: { sounds: number } }).held.sounds);
const navLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true });

test("what waits for somebody stands beside its link and in the tab's title, and sounds in the tab used last", async () => {
  const visit = await app.visit({ isAlone: true });
  const { page } = visit;
  await page.context().addInitScript(listen);
  await visit.goTo("/");
  await page.getByRole("article").first().waitFor();
  await app.requestRegistration("JRN-COUNT-1");
  await page.getByRole("button", { name: "Machines, 1 waiting" }).click();
  await navLink(page, "Register Vending Machine, 1 waiting").waitFor();
  await eventually(async () => expect(await page.title()).toBe("(1) Home · Cansole"));
  expect(await visit.findViolations()).toEqual([]);

  await page.getByRole("button", { name: /^Alerts/ }).click();
  await page.getByRole("switch", { name: "Sound in this browser" }).click();
  await eventually(async () => expect(await soundsOf(page)).toBe(1));
  await page.keyboard.press("Escape");

  const second = await page.context().newPage();
  // settled: nobody leads it anywhere
  await second.goto(page.url());
  await navLink(second, "Register Vending Machine, 1 waiting").waitFor();
  await second.getByRole("heading", { level: 1 }).click();
  await app.requestRegistration("JRN-COUNT-2");
  await eventually(async () => expect(await soundsOf(second)).toBe(1));
  await navLink(page, "Register Vending Machine, 2 waiting").waitFor();

  // Left, it gives its place to the other one.
  await second.goto("about:blank");
  await app.requestRegistration("JRN-COUNT-3");
  await eventually(async () => expect(await soundsOf(page)).toBe(2));

  for (const count of [1, 2, 3])
    await app.colleague.call(removeRequest, { body: { serialNumber: `JRN-COUNT-${count}` } });
  await navLink(page, "Register Vending Machine").waitFor();
  await eventually(async () => expect(await page.title()).toBe("Home · Cansole"));
  // settled: what is handled makes no sound, and the title has shown all of it
  expect(await soundsOf(page)).toBe(2);
});

test("a heartbeat turns a row Online while one looks, and the clock alone turns it Offline", async () => {
  const unit = planted(0);
  const visit = await app.visit({ isAlone: true });
  await visit.page.clock.install();
  // No answer says that only the page's clock moves.
  await visit.page.route(/\/api\//, async (route) => {
    const response = await route.fetch();
    const { [serverTimeHeader]: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await visit.goTo("/live-status?state=All");
  await row(visit, unit.plan.name).filter({ hasText: "Unavailable" }).waitFor();

  await app.beat(unit.plan.serialNumber, unit.secret, -58);
  await row(visit, unit.plan.name).filter({ hasText: "Online" }).getByText("\u221258 dBm").waitFor();
  await visit.page.clock.fastForward(77_000);

  await row(visit, unit.plan.name).filter({ hasText: "Offline" }).waitFor();
  await eventually(async () => expect(await row(visit, unit.plan.name).getAttribute("class")).toContain("row-danger"));
  await button(visit, "Offline 1").click();
  await visit.page.getByText("1 of 3 vending machines, offline").waitFor();
  await eventually(async () => expect(await visit.page.locator("tbody tr.row").count()).toBe(1));
  // What is on its way when the page closes is answered to nobody.
  await visit.page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a machine that was heard is Online also for an operator whose computer's clock is two minutes ahead", async () => {
  const unit = planted(1);
  await app.beat(unit.plan.serialNumber, unit.secret, -58);
  const visit = await app.visit({ isAlone: true });
  await visit.page.clock.install({ time: Date.now() + 120_000 });
  await visit.goTo("/live-status?state=All");

  await row(visit, unit.plan.name).filter({ hasText: "Online" }).waitFor();
});
