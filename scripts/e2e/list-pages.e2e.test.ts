import { beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { plantConsole } from "../screens/planted-console.ts";
import { setUpConsole } from "./console-app.ts";
import { button, follow, openDays, openFilters } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });
beforeAll(() => plantConsole(app.mongo, { machines: 3, orders: 40, customers: 20 }));

test.each([1440, 1024])("the filters of Orders are one row, and its rows begin high: %i px", async (width) => {
  const visit = await app.visit({ width });
  const { page } = visit;
  await visit.goTo("/Orders");
  const first = page.locator("tbody tr.row, .row-card:not([aria-hidden])").first();
  await eventually(async () => {
    expect((await page.locator(".filter-bar").boundingBox())?.height).toBeLessThanOrEqual(32);
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(width === 1440 ? 220 : 240);
  });
  // What twice the size leaves of the window.
  await page.setViewportSize({ width: width / 2, height: 450 });
  await eventually(async () => expect((await first.boundingBox())?.y).toBeLessThan(430));
});

test("what is searched, and what is set behind Filter, stands in the address and is taken away by its chip", async () => {
  const order = await app.mongo.collections.orders.findOne({});
  const visit = await app.visit();
  const { page } = visit;
  const requested = () => Object.fromEntries(new URL(page.url()).searchParams);
  await visit.goTo("/Orders");
  await page.getByRole("searchbox", { name: "Find in the list" }).fill(order?.orderId ?? "");
  await eventually(() => expect(requested()).toEqual({ orderId: order?.orderId }));
  await page.getByText("1 order,").waitFor();
  await button(visit, "Clear").click();

  await openFilters(visit);
  await page.getByRole("searchbox", { name: "Vending Machine" }).fill("LOAD-00001");
  await page.locator(".filter-chip", { hasText: "LOAD-00001" }).waitFor();
  expect(await visit.findViolations()).toEqual([]);
  await page.locator(".filter-chip").click();
  await eventually(() => expect(requested()).toEqual({}));
  await openDays(visit);
  await button(visit, "7 d").click();
  await eventually(() => expect(Object.keys(requested()).sort()).toEqual(["endDate", "startDate"]));
});

test("at 1024 px no list scrolls sideways", async () => {
  const visit = await app.visit({ width: 1024 });
  const { page } = visit;
  for (const path of ["/Orders", "/Transactions", "/ledger", "/transaction-ledger", "/Users", "/penalties", "/audit"]) {
    await follow(visit, path);
    const table = page.locator(".table-scroll").first();
    await table.waitFor();
    await eventually(async () =>
      expect(await table.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth), path).toBe(0),
    );
  }
});

test("on a phone ten orders, transactions, ledger rows or users stand on a screen, two lines each", async () => {
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  for (const path of ["/Orders", "/Transactions", "/ledger", "/Users"]) {
    await follow(visit, path);
    await page.locator(".row-card:not([aria-hidden])").nth(9).waitFor();
    await eventually(async () => {
      const tenth = await page.locator(".row-card:not([aria-hidden])").nth(9).boundingBox();
      const bar = await page.getByRole("navigation", { name: "Thumb" }).boundingBox();
      expect((tenth?.y ?? 999) + (tenth?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0);
    });
  }
  await follow(visit, "/Orders");
  await page.locator(".row-card-line").nth(9).waitFor();
  await eventually(async () => expect(await page.locator(".row-card-side", { hasText: "successful" }).count()).toBe(0));
});
