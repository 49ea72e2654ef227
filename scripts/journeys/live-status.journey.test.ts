import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { button, hasHeads, row } from "./on-screen.ts";

/** One for all tests: the only heartbeat comes last. */
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsole();
});
afterEach(async () => expect(await house.endVisits()).toEqual([]));
afterAll(() => house?.stop());

const planted = (index: number) => {
  const unit = house.planted[index];
  if (!unit) throw new Error(`machine ${index} was planted`);
  return unit;
};

test("the default view shows only Offline machines; All shows the others, under the heads of the specification", async () => {
  const visit = await house.visit();
  await visit.goTo("/live-status");
  await visit.page.getByText("0 of 3 vending machines, offline").waitFor();
  await visit.page.getByText("No vending machine is offline").waitFor();

  const never = planted(0);
  await button(visit, "All 3").click();
  await row(visit, never.plan.name).filter({ hasText: "Unavailable" }).waitFor();

  await hasHeads(visit, ["SL NO.", "Vending Machine", "Vending Machine Id", "Status", "Last Seen Online", "Strength"]);
});

test("the view and the order stand in the address and outlive a refresh", async () => {
  const visit = await house.visit();
  await visit.goTo("/live-status");
  await visit.page.getByText("0 of 3 vending machines, offline").waitFor();

  await visit.page.getByRole("button", { name: /Unavailable/ }).click();
  await row(visit, planted(0).plan.name).waitFor();
  await visit.page
    .getByRole("columnheader", { name: /Vending Machine Id/ })
    .getByRole("button")
    .first()
    .click();
  const stands = () =>
    eventually(() => {
      const { searchParams } = new URL(visit.page.url());
      expect([searchParams.get("state"), searchParams.get("sort")]).toEqual(["Unavailable", "vendingMachineId"]);
    });
  await stands();
  await visit.page.reload();

  await row(visit, planted(0).plan.name).waitFor();
  await stands();
});

test("rows are walked and opened by the keyboard", async () => {
  const visit = await house.visit();
  await visit.goTo("/live-status?state=All");
  await row(visit, planted(0).plan.name).waitFor();
  await visit.page.locator("tbody tr.row").first().focus();

  await visit.page.keyboard.press("ArrowDown");
  await visit.page.keyboard.press("Enter");

  await visit.page.waitForURL(/\/vendingMachine\//);
  await visit.page.getByRole("heading", { level: 1 }).waitFor();
});

test("a heartbeat turns a row Online while one looks, and the clock alone turns it Offline", async () => {
  const unit = planted(0);
  const visit = await house.visit();
  await visit.page.clock.install();
  await visit.goTo("/live-status?state=All");
  await row(visit, unit.plan.name).filter({ hasText: "Unavailable" }).waitFor();

  await house.beat(unit.plan.serialNumber, unit.secret, -58);
  await row(visit, unit.plan.name).filter({ hasText: "Online" }).getByText("-58 dBm").waitFor();
  await visit.page.clock.fastForward(77_000);

  await row(visit, unit.plan.name).filter({ hasText: "Offline" }).waitFor();
  await eventually(async () => expect(await row(visit, unit.plan.name).getAttribute("class")).toContain("row-danger"));
  await button(visit, "Offline 1").click();
  await visit.page.getByText("1 of 3 vending machines, offline").waitFor();
  await eventually(async () => expect(await visit.page.locator("tbody tr.row").count()).toBe(1));
});
