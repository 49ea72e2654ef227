import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { dayOf } from "#shared/http/zone-days.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import { dayTextOf, monthOf, monthTextOf } from "#shared/sales/day-words.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { linesOfPdf } from "../../gateway/features/sales/pdf/testing/lines-of-pdf.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, hasHeads, openDays, reaches, row } from "./on-screen.ts";

const dayMs = 86_400_000;
const cola = aProduct({ brand: "Cola" });

/** Two cans at ₹40.00 with 18 %, paid. */
const sell = (time: Date) =>
  app.mongo.collections.orders.insertOne(
    anOrder(anu, metro, {
      lines: [anOrderLine({ product: cola._id })],
      time,
      changedAt: new Date(),
      status: "payment successful",
    }),
  );
/** The chart's own table, folded away, has a row for each day as well. */
const dayRow = (visit: Visit, day: string) => row(visit, dayTextOf(day)).filter({ visible: true });
const today = () => dayOf(Date.now(), "Asia/Kolkata");

const app = setUpConsole({ machines: 0, withWorkers: true });
const metro = aMachine({ name: "Metro North", vendingMachineId: "MTR-1" });
const anu = aUser({ name: "Anu Thomas", role: "customer" });
beforeAll(async () => {
  await app.mongo.collections.machines.insertOne(metro);
  await app.mongo.collections.users.insertOne(anu);
  await app.mongo.collections.products.insertOne(cola);
});

test("sales stand a row a day, follow their orders, lead to them, and are saved as sales.pdf", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/sales");
  // A table stands only where there are rows.
  await page.getByText("Nothing was sold yet").waitFor();
  await eventually(async () => expect(await page.locator("table:visible").count()).toBe(0));

  const day = today();
  await sell(new Date(Date.now() - 20 * dayMs));
  await sell(new Date(Date.parse(`${day}T00:00:00+05:30`)));
  await eventually(async () => expect(await app.mongo.collections.sales.countDocuments()).toBe(21));
  await page.reload();
  const ofToday = dayRow(visit, day);
  await ofToday.getByText("₹80.00").waitFor();
  await hasHeads(visit, ["Month", "Date", "Sales", "Refundable Deposit", "Security Deposit", "GST", "Download"]);
  for (const text of [monthOf(day), "Open", "CGST ₹7.20", "SGST ₹7.20"])
    await ofToday.getByText(text).first().waitFor();
  // settled: its neighbours are there
  expect(await page.getByRole("button", { name: "Sort by Month" }).count()).toBe(0);

  const saving = page.waitForEvent("download");
  await ofToday.getByRole("button", { name: "Download" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("sales.pdf");
  const lines = linesOfPdf(await readFile(await file.path()));
  expect(lines).toContainEqual(["Cola", "18 %", "2", "₹80.00", "₹7.20", "₹7.20", "₹94.40"]);
  // settled: nothing has changed, so that nothing may come
  expect(await ofToday.getByText("Changed since").count()).toBe(0);

  // Somebody buys meanwhile: the row follows by itself, and is not what was downloaded.
  await sell(new Date());
  await ofToday.getByText("₹160.00").waitFor();
  await ofToday.getByText("Changed since").waitFor();

  await eventually(async () => expect(await visit.findViolations()).toEqual([]));
  await ofToday.getByRole("link").first().click();
  await reaches(visit, "/Orders");
  await eventually(async () => expect(await page.locator("tbody tr.row:visible").count()).toBe(2));
});

test("charts show sales by day, brand and machine, with a table, and each bar leads to its orders", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/sales");
  const figure = page.locator("figure.chart");
  // Without a range the chart has the days of the table.
  await figure.getByText(/The best day was .*: ₹160\.00, 4 cans\. The line is the mean of seven days\.$/).waitFor();
  await page.getByText("21 days; nothing was sold in the 21 days before; today is not over").waitFor();
  const bars = figure.getByRole("link");
  await eventually(async () => expect(await bars.count()).toBe(21));
  // All bars together are one stop of the Tab key.
  await eventually(async () => expect(await figure.locator('a[tabindex="0"]').count()).toBe(1));
  await bars.last().focus();
  await page.keyboard.press("Home");
  await eventually(async () => expect(await bars.first().evaluate((bar) => bar === document.activeElement)).toBe(true));

  await openDays(visit);
  await page.getByRole("group", { name: "Days" }).getByRole("button", { name: "7 d" }).click();
  await page.keyboard.press("Escape");
  // The chart and the table have the same range of days, each figure beside the days before.
  await page.getByText("7 days, new first").waitFor();
  await page.getByText("7 days; nothing was sold in the 7 days before; today is not over").waitFor();
  await page.getByRole("group", { name: "Chart by" }).getByRole("button", { name: "Machine" }).click();
  await figure.getByText(/Most at Metro North: ₹160\.00/).waitFor();
  await page.getByRole("group", { name: "Chart by" }).getByRole("button", { name: "Brand" }).click();
  await figure.getByText(/Most of Cola: ₹160\.00/).waitFor();
  await page.getByText("Show as table").click();
  await page.getByRole("table", { name: "Sales by brand" }).getByText("Cola").waitFor();
  await eventually(async () => expect(await visit.findViolationsInBothThemes()).toEqual([]));

  await bars.first().focus();
  await page.keyboard.press("Enter");
  await reaches(visit, "/Orders");
  await eventually(async () => expect(new URL(page.url()).searchParams.get("product")).toBe(cola._id.toHexString()));
  await eventually(async () => expect(await page.locator("tbody tr.row:visible").count()).toBe(2));
});

test("all days of a month are saved as one PDF", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/sales");
  await dayRow(visit, today()).waitFor();
  const month = today().slice(0, 7);

  await page.getByRole("button", { name: "Download month" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: monthTextOf(`${month}-01`) }).click();

  const file = await saving;
  expect(file.suggestedFilename()).toBe(`sales ${month}.pdf`);
  const lines = linesOfPdf(await readFile(await file.path()));
  const days = await app.mongo.collections.sales.countDocuments({ day: { $regex: `^${month}` } });
  expect(lines.filter(([first = ""]) => first.startsWith("Sales of "))).toHaveLength(days);
});

test("what cannot be fetched or downloaded is said in the specification's words, and a range backwards is invalid", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/sales");
  const ofToday = dayRow(visit, today());
  await ofToday.waitFor();
  visit.expectStatus(404);
  await page.route("**/sales/download**", (route) =>
    route.fulfill({ status: 404, json: { success: false, error: "The sheet is gone" } }),
  );
  await ofToday.getByRole("button", { name: "Download" }).click();
  await alert(visit, "The sheet is gone");
  await page.unroute("**/sales/download**");
  await page.route("**/sales/download**", (route) => route.fulfill({ status: 200, body: "" }));
  await ofToday.getByRole("button", { name: "Download" }).click();
  await alert(visit, "Failed to download sales data");

  await page.route("**/api/v1.2/sales?**", (route) => route.fulfill({ status: 200, body: "" }));
  await page.getByRole("button", { name: "Old", exact: true }).click();
  await alert(visit, "Failed to feth sales data");
});
