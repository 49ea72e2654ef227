import { join } from "node:path";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContainers } from "#shared/containers/container.api.ts";
import { libreOffice, type OfficeCell, type OfficeSheet, openWithLibreOffice } from "../testing/libreoffice.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { plantProduct } from "./goods.ts";
import { button } from "./on-screen.ts";

/** Names that a careless writer of sheets breaks: a formula, markup, letters of another script. */
const names = { formula: "=SUM(1,2)", markup: 'Gin & "Tonic" <dry>', script: "कोच्चि कोला" };
const day = 86_400_000;
/** Half past midnight in India, when it is still the day before in UTC. */
const stockedOn = new Date(Math.floor(Date.now() / day) * day - 3 * day - 5 * 3_600_000);

let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsole({ machines: 2 });
});
afterAll(() => house.stop());

/** Three containers of each brand in the first machine; one is empty, one out of order. */
const plantStock = async () => {
  const [first, second] = house.planted;
  if (!first || !second) throw new Error("two machines were planted");
  const { machines, containers } = house.mongo.collections;
  await machines.updateOne({ _id: new ObjectId(first.machineId) }, { $set: { name: "0012" } });
  await machines.updateOne({ _id: new ObjectId(second.machineId) }, { $set: { name: "Second <machine> & more" } });
  const body = { vendingMachine: first.machineId, containers: 9 };
  const added = (await house.colleague.call(addContainers, { body })).containers;
  const products = await Promise.all(Object.values(names).map((brand) => plantProduct(house, brand)));
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
    const visit = await house.visit();
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
    expect(visit.complaints()).toEqual([]);
  },
);
