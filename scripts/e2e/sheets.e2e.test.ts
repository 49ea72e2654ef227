import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { read, utils } from "xlsx";
import { addContainers } from "#shared/containers/container.api.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { libreOffice, type OfficeCell, type OfficeSheet, openWithLibreOffice } from "../testing/libreoffice.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { alert, button, choose, row } from "./on-screen.ts";

/** Names that a careless writer of sheets breaks: a formula, markup, letters of another script. */
const names = { formula: "=SUM(1,2)", markup: 'Gin & "Tonic" <dry>', script: "कोच्चि कोला" };
const day = 86_400_000;
/** Half past midnight in India, when it is still the day before in UTC. */
const stockedOn = new Date(Math.floor(Date.now() / day) * day - 3 * day - 5 * 3_600_000);

const app = setUpConsole({ machines: 2 });

/** Three containers of each brand in the first machine; one is empty, one out of order. */
const plantStock = async () => {
  const [first, second] = app.planted;
  if (!first || !second) throw new Error("two machines were planted");
  const { machines, containers } = app.mongo.collections;
  await machines.updateOne({ _id: new ObjectId(first.machineId) }, { $set: { name: "0012" } });
  await machines.updateOne({ _id: new ObjectId(second.machineId) }, { $set: { name: "Second <machine> & more" } });
  const body = { vendingMachine: first.machineId, containers: 9 };
  const added = (await app.colleague.call(addContainers, { body })).containers;
  const products = await Promise.all(Object.values(names).map((brand) => plantProduct(app, brand)));
  for (const [at, { _id }] of added.entries()) {
    const product = new ObjectId(products[at % 3]?._id);
    const isEmpty = at === 3;
    const $set = { product, isEmpty, isWorking: at !== 6, stockedOn: isEmpty ? null : stockedOn };
    await containers.updateOne({ _id: new ObjectId(_id) }, { $set });
  }
  return { first: first.plan, second: second.plan };
};

const values = (rows: readonly OfficeCell[]) => rows.map(({ value }) => value);
const rowsOf = ({ rows }: OfficeSheet) => rows.map(values);

test.skipIf(!libreOffice)(
  `what is downloaded opens in LibreOffice as it was meant${libreOffice ? "" : " (skipped: LibreOffice is not installed here)"}`,
  async () => {
    const { first, second } = await plantStock();
    const folder = await temporaryFolder("sheets");
    const visit = await app.visit();
    const { page } = visit;
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent("download"), button(visit, name).click()]);
      const path = join(folder.path, file.suggestedFilename());
      await file.saveAs(path);
      return path;
    };
    await visit.goTo("/inventory-status");
    await page.getByText("2 vending machines").waitFor();
    const pivotPath = await download("Excel Download");
    await visit.goTo("/cans-in-stock");
    await page.getByText("7 cans in stock, newest first").waitFor();
    const cansPath = await download("True");

    const [pivot, cans] = await openWithLibreOffice([pivotPath, cansPath]);
    await folder.remove();
    if (!pivot || !cans) throw new Error("two sheets were opened");

    const brands = [names.formula, names.markup, names.script].sort((a, b) => a.localeCompare(b));
    const four = ["Alloted", "Empty", "In-stock", "Disabled"];
    const figures = { [names.formula]: [3, 1, 1, 1], [names.markup]: [3, 0, 3, 0], [names.script]: [3, 0, 3, 0] };
    const counts = brands.flatMap((brand) => figures[brand] ?? []);
    expect(pivot.name).toBe("Inventory Data");
    // Each brand stands over its four columns.
    expect([0, 4, 8, 12].map((at) => pivot.rows[0]?.[at]?.shown)).toEqual(["", ...brands]);
    expect(rowsOf(pivot).slice(1)).toEqual([
      ["Vending Machine", "Vending Machine Id", "Total Containers", "Total Assigned", ...brands.flatMap(() => four)],
      ["0012", first.vendingMachineId, 9, 9, ...counts],
      ["Second <machine> & more", second.vendingMachineId, 0, 0, ...counts.map(() => 0)],
      ["Total", null, 9, 9, ...counts],
    ]);

    expect(cans.name).toBe("Cans In Stock");
    expect(rowsOf(cans)[0]).toEqual(["VM Name", "VM ID", "Container ID", "Product", "Stocked On", "Days Old"]);
    expect(cans.rows).toHaveLength(8);
    const inIndia = new Date(stockedOn.getTime() + 5.5 * 3_600_000);
    const daysOld = Math.ceil((Date.now() - stockedOn.getTime()) / day);
    for (const [name, id, container, product, stocked, days] of cans.rows.slice(1)) {
      expect([name?.kind, name?.value, id?.value]).toEqual(["text", "0012", first.vendingMachineId]);
      expect([container?.kind, product?.kind, brands.includes(String(product?.value))]).toEqual(["text", "text", true]);
      expect(stocked).toMatchObject({ kind: "moment", value: inIndia.toISOString().slice(0, 19) });
      expect(days).toMatchObject({ kind: "number", value: daysOld });
    }
  },
);

/** One more than a list saves at once. */
const orderCount = 5_001;
const customers = ['=HYPERLINK("http://x","y")', "+1", "@x", "Anu 😀"];

const plantOrders = async (): Promise<string[]> => {
  const { machines, users, orders } = app.mongo.collections;
  const machine = aMachine({ name: "Metro", vendingMachineId: "VM-METRO" });
  const people = customers.map((name) => aUser({ name, role: "customer" }));
  await machines.insertOne(machine);
  await users.insertMany(people);
  const planted = Array.from({ length: orderCount }, (_, at) =>
    anOrder(people[at % people.length] ?? aUser(), machine, {
      orderId: `OD-${at}`,
      status: "payment successful",
      time: new Date(Date.UTC(2026, 0, 10) + at * 60_000),
    }),
  );
  await orders.insertMany(planted);
  return planted.map(({ orderId }) => orderId);
};

test("orders are downloaded: generated, canceled, requested again, made, and equal to their list", async () => {
  const orderIds = await plantOrders();
  const { reports } = app.mongo.collections;
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/downloads");
  await page.getByRole("heading", { name: "Download Purchase Data" }).waitFor();

  // All are required, and in an order that makes a range.
  await page.getByLabel("Vending Machine Id").fill("");
  await button(visit, "Generate").click();
  await page.getByText("Vending Machine Id is required").first().waitFor();
  await page.getByText("Report Type is required").first().waitFor();
  await page.getByLabel("Vending Machine Id").fill("all");
  await page.getByLabel("Start Date", { exact: true }).fill("2 Feb 2026");
  await page.getByLabel("End Date", { exact: true }).fill("1 Jan 2026");
  await button(visit, "Order").click();
  await button(visit, "Generate").click();
  const dialog = page.getByRole("alertdialog", { name: "Date" });
  await dialog.getByText("Invalid Date Format").waitFor();
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("Start Date", { exact: true }).fill("1 Jan 2026");
  await page.getByLabel("End Date", { exact: true }).fill("31 Dec 2026");
  await button(visit, "Generate").click();

  // Nobody makes it yet: it is canceled, and requested again.
  const reportRow = (state: string) => row(visit, "all machines, 1 Jan 2026 to 31 Dec 2026").filter({ hasText: state });
  await reportRow("Waiting")
    .getByRole("button", { name: /^Cancel/ })
    .click();
  await reportRow("Canceled")
    .getByRole("button", { name: /^Again/ })
    .click();
  await reportRow("Waiting").waitFor();
  expect(await reports.countDocuments()).toBe(2);

  // A worker that died had come so far; another one begins it anew.
  const holder = new ObjectId();
  const heldUntil = new Date(Date.now() + 600_000);
  const begun = { state: "running" as const, holder, heldUntil, startedAt: new Date(), progress: 42 };
  await reports.updateOne({ state: "waiting" }, { $set: begun });
  await reportRow("42 %").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await reports.updateOne({ holder }, { $set: { heldUntil: new Date(0) } });
  await app.startReportWorker();
  await reportRow("Done").waitFor({ timeout: 60_000 });

  // The bell shows it without a reload, and what it has shown counts as read.
  const bell = page.getByRole("button", { name: "Alerts", exact: true });
  await page.getByRole("button", { name: "Alerts, 1 new report" }).click({ timeout: 60_000 });
  const alerts = page.getByRole("dialog", { name: "Alerts" });
  await alerts.getByRole("listitem").filter({ hasText: "Order report ready" }).waitFor();
  await alerts.getByText("New", { exact: true }).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await eventually(async () => expect(await bell.getAttribute("aria-label")).toBe("Alerts"));
  await page.keyboard.press("Escape");
  const { by } = (await reports.findOne({ state: "done" })) ?? {};
  const another = aReport({
    by,
    state: "failed",
    error: "narrow its days",
    endedAt: new Date(),
    reportType: "Transaction",
  });
  await reports.insertOne(another);
  await alert(visit, "The Transaction report failed");
  await page.getByRole("button", { name: /1 new report$/ }).waitFor();
  await reports.deleteOne({ _id: another._id });

  // It is made each Monday from now on, until that is ended.
  await reportRow("Done")
    .getByRole("button", { name: /^Repeat/ })
    .click();
  const repeating = page.getByRole("dialog", { name: "Repeat the Order report" });
  await repeating.getByText("for the day before").waitFor();
  await choose(visit, "Repeat", "Each week");
  await choose(visit, "On", "Monday");
  expect(await visit.findViolations()).toEqual([]);
  await repeating.getByRole("button", { name: "Repeat", exact: true }).click();
  await alert(visit, "The report will be repeated");
  const repeated = row(visit, "Each Monday").filter({ hasText: "all machines" });
  await repeated.getByRole("button", { name: /^End/ }).click();
  await alert(visit, "The report is no longer repeated");
  await repeated.waitFor({ state: "detached" });
  expect(await app.mongo.collections.reportSchedules.countDocuments()).toBe(0);

  const today = () => dayOf(Date.now(), "Asia/Kolkata");
  const before = today(); // Midnight may pass.
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    reportRow("Done")
      .getByRole("button", { name: /^Download/ })
      .click(),
  ]);
  const names = [before, today()].map((day) => `Order 2026-01-01 To 2026-12-31 Downloaded On ${day}.xlsx`);
  expect(names).toContain(file.suggestedFilename());
  const folder = await temporaryFolder("report");
  const path = join(folder.path, "order.xlsx");
  await file.saveAs(path);
  const { SheetNames, Sheets } = read(await readFile(path));
  const [heads, ...rows] = SheetNames.flatMap((name) =>
    utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1 }),
  );
  expect(heads?.slice(0, 3)).toEqual(["Order Id", "Payment Id", "User"]);
  expect(rows.map(([orderId]) => orderId)).toEqual(orderIds);
  expect(new Set(rows.map((cells) => cells[2]))).toEqual(new Set(customers));
  if (libreOffice) {
    const [opened] = await openWithLibreOffice([path]);
    expect(opened?.rows.slice(1).map(([orderId]) => orderId?.value)).toEqual(orderIds);
    expect(new Set(opened?.rows.slice(1).map((cells) => cells[2]?.kind))).toEqual(new Set(["text"]));
  }
  await folder.remove();

  // What a list finds, where it is more than a browser saves by itself.
  await visit.goTo("/Orders?phone=");
  await page.getByText("5,001 orders, new first").waitFor();
  await button(visit, "Export").click();
  await alert(visit, "The file is being made: find it in Downloads");
  await visit.goTo("/downloads");
  await row(visit, "everything").filter({ hasText: "Done" }).waitFor({ timeout: 60_000 });
  await eventually(async () => expect(await reports.countDocuments({ state: "done", rows: orderCount })).toBe(2));
  const phone = await app.visit({ width: 390 });
  await phone.goTo("/downloads");
  await phone.page.getByText("everything", { exact: true }).waitFor();
  expect(await phone.findViolations()).toEqual([]);
});
