import { beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { plantConsole } from "../screens/planted-console.ts";
import { setUpConsole } from "./console-app.ts";

const app = setUpConsole({ machines: 0 });
beforeAll(() => plantConsole(app.mongo, { machines: 3, orders: 40, customers: 20 }));

test("on a phone ten orders, transactions, ledger rows or users stand on a screen, two lines each", async () => {
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  for (const path of ["/Orders", "/Transactions", "/ledger", "/Users"]) {
    await visit.goTo(path);
    await page.locator(".row-card:not([aria-hidden])").nth(9).waitFor();
    await eventually(async () => {
      const tenth = await page.locator(".row-card:not([aria-hidden])").nth(9).boundingBox();
      const bar = await page.getByRole("navigation", { name: "Thumb" }).boundingBox();
      expect((tenth?.y ?? 999) + (tenth?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0);
    });
  }
  await visit.goTo("/Orders");
  await page.locator(".row-card-line").nth(9).waitFor();
  await eventually(async () => expect(await page.locator(".row-card-side", { hasText: "successful" }).count()).toBe(0));
});
