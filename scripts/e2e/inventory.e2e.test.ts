import { ObjectId } from "mongodb";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addContainers, changeContainer, listContainers } from "#shared/containers/container.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { plantOperator } from "../integration/planted.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, button, hasHeads, openDays, openFilters } from "./on-screen.ts";
import { readSheet } from "./read-sheet.ts";

let machine: string;
const cola = new ObjectId();

const app = setUpConsole();
beforeAll(async () => {
  machine = app.planted[0]?.machineId ?? "";
  const block = { active: true, discountPrice: 0, minPurchase: 1, maxPurchase: 9, incrementBy: 1, priority: 1 };
  const product = { brand: "Kochi Cola", productType: "product", price: 4000 } as const;
  const { products, productProfiles } = app.mongo.collections;
  await products.insertOne({ _id: cola, ...product, tagline: "", description: "", image: "", rev: 0 });
  const entry = { _id: new ObjectId(), product: cola, ...product, bundle: block, unit: block };
  await productProfiles.updateMany({}, { $set: { brands: [entry] } });
});
beforeEach(() => app.mongo.collections.containers.deleteMany({}));

const containers = async () =>
  (await app.colleague.call(listContainers, { query: { vendingMachine: machine } })).containers;

/** Ten containers that wait for cola. */
const plantContainers = async (count = 10) => {
  const body = { vendingMachine: machine, containers: count };
  const added = (await app.colleague.call(addContainers, { body })).containers;
  for (const { _id } of added) {
    const change = { product: cola.toHexString(), _id, prevProduct: null };
    await app.colleague.call(changeContainer, { query: { id: _id }, body: change });
  }
  return added;
};

test("an operator adds containers and fills ten in bulk", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${machine}/Inventory?cards=all`);
  await page.getByText("No container yet").waitFor();
  await page.getByLabel("Containers to add").fill("0");
  await button(visit, "Add containers").click();
  await page.locator(".field-error", { hasText: "must not be zero" }).waitFor();
  await page.getByLabel("Containers to add").fill("10");
  await button(visit, "Add containers").click();
  await alert(visit, "Container Added");
  await page.getByText("This vending machine has 10 now").waitFor();

  for (const { containerId } of await containers()) {
    await page.getByLabel(`Product of container ${containerId}`, { exact: true }).selectOption({ label: "Kochi Cola" });
    await page
      .getByRole("list", { name: "Machine front" })
      .getByRole("button", { name: `Container ${containerId} Kochi Cola` })
      .first()
      .waitFor();
  }
  await button(visit, "Select all").click();
  await page.getByRole("status").getByText("10 containers selected").waitFor();
  await page.locator(".stock-actions").getByRole("button", { name: "ADD TO STOCK" }).click();

  await alert(visit, "Inventory Updated");
  await page.getByText("No container waits for stock").first().waitFor();
  expect((await containers()).every(({ isEmpty }) => !isEmpty)).toBe(true);
  expect(await visit.findViolations()).toEqual([]);
});

test("a container that is taken out of order is out of order on a colleague's screen at once", async () => {
  await plantContainers(2);
  const [one, two] = [await app.visit(), await app.visit()];
  for (const visit of [one, two]) await visit.goTo(`/vendingMachine/${machine}/Inventory?cards=all`);
  const card = (visit: typeof one) => visit.page.getByRole("article", { name: "Container 2", exact: true });
  await card(two).waitFor();

  await card(one).getByRole("button", { name: "Disabled" }).click();

  await alert(one, "Container Updated");
  await card(two).getByText("Failure").waitFor();
  await eventually(async () =>
    expect(await card(two).getByRole("button", { name: "ADD TO STOCK" }).isDisabled()).toBe(true),
  );
});

test("an operator who saves a label that a colleague changed meanwhile sees both labels", async () => {
  const [first] = await plantContainers(1);
  const visit = await app.visit();
  visit.expectStatus(409);
  await visit.goTo(`/vendingMachine/${machine}/Inventory?cards=all`);
  await button(visit, "Change the label of container 1").click();
  await visit.page.getByLabel("Label of container 1").fill("55");
  await app.colleague.call(changeContainer, { query: { id: first?._id ?? "" }, body: { container_id: "44" } });

  await button(visit, "Save").click();

  const conflict = visit.page.getByText("Somebody else changed container 44 first");
  await conflict.waitFor();
  await visit.page.getByRole("cell", { name: "44" }).waitFor();
  await visit.page.getByRole("cell", { name: "55" }).waitFor();
  await button(visit, "Keep yours").click();
  await eventually(async () => expect((await containers())[0]?.containerId).toBe("55"));
});

test("old cans are found and downloaded with names, numbers and real dates", async () => {
  await plantContainers(3);
  const stockedOn = new Date(Date.now() - 9.5 * 86_400_000);
  const stocked = { isEmpty: false, stockedOn };
  await app.mongo.collections.containers.updateMany({}, { $set: stocked });
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/cans-in-stock");
  await page.getByText("3 cans in stock, newest first").waitFor();
  const named = ["VM Name", "VM ID", "Container ID", "Product", "Stocked On", "Days Old"];
  await hasHeads(visit, named);

  await openDays(visit);
  await page.getByLabel("Start Date").fill("2026-01-10");
  await page.getByLabel("End Date").fill("2026-01-09");
  await page.getByRole("alertdialog", { name: "Invalid date" }).getByRole("button", { name: "OK" }).click();
  await openDays(visit);
  await page.getByLabel("Start Date").fill("");
  await page.getByLabel("End Date").fill("");
  await page.keyboard.press("Escape");
  await openFilters(visit);
  await button(visit, "Oldest").click();
  await page.getByText("3 cans in stock, oldest first").waitFor();

  const [file] = await Promise.all([page.waitForEvent("download"), button(visit, "True").click()]);

  expect(file.suggestedFilename()).toBe("cans_in_stock.xlsx");
  const rows = await readSheet(await file.path());
  expect(rows[0]).toEqual(named);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toEqual([expect.any(String), expect.any(String), "1", "Kochi Cola", expect.any(Number), 10]);
  // A date in a sheet counts days since 1899-12-30, by the clock of TIME_ZONE: India's is 5.5 hours ahead.
  const inIndia = stockedOn.getTime() / 86_400_000 + 25_569 + 5.5 / 24;
  expect(rows[1]?.[4]).toBeCloseTo(inIndia, 3);
});

test("stock that Redis has wrong stands on the machine's page and among all that differ, until an admin rebuilds it", async () => {
  await plantContainers(3);
  await app.mongo.collections.containers.updateMany({}, { $set: { isEmpty: false } });
  const visit = await app.visit();
  const { page } = visit;
  const sides = page.getByRole("table", { name: "Brand stock" });
  const says = (...cells: string[]) =>
    eventually(async () => {
      expect(await sides.getByRole("row", { name: "Kochi Cola" }).locator("td").allTextContents()).toEqual(cells);
    });
  await visit.goTo(`/vendingMachine/${machine}`);
  await says("3", "3", "0", "3", "–");

  const wrong = { available: { "Kochi Cola": 99 }, reserved: [], containers: ["7"] };
  const { redis, keys } = app.parts;
  await redis.hset(keys.stock(machine), "asOf", "f".repeat(16), "stock", JSON.stringify(wrong));
  await visit.goTo("/");
  await visit.goTo(`/vendingMachine/${machine}`);
  await says("3", "3", "0", "99", "–");
  await page.getByText("Kochi Cola: Redis offers 99, the containers hold 3 for sale").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await sides.waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);

  await visit.goTo("/reconciliation");
  await page.getByText("Kochi Cola: Redis offers 99").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const staff = await app.visit({ token: await plantOperator(app.parts, "staff") });
  await staff.goTo(`/vendingMachine/${machine}`);
  await staff.page.getByRole("button", { name: "Rebuild stock" }).focus();
  await staff.page.getByText("Only an admin may rebuild the stock in Redis").first().waitFor();
  await page.getByRole("button", { name: "Rebuild stock of" }).click();

  await alert(visit, "Inventory Updated");
  await page.getByText("Containers, Redis and machines agree").waitFor();
  await visit.goTo(`/vendingMachine/${machine}`);
  await says("3", "3", "0", "3", "–");
  expect(JSON.parse((await redis.hget(keys.stock(machine), "stock")) ?? "{}")).toMatchObject({
    available: { "Kochi Cola": 3 },
  });
});

test("the inventory of a thousand machines downloads as it is shown, total included", async () => {
  await plantContainers(3);
  const { machines } = app.mongo.collections;
  const [like] = await machines.find().toArray();
  if (!like) throw new Error("machines were planted");
  // Enough that the sheet is packed in the way that large files are.
  const more = Array.from({ length: 1_000 }, (_, at) => ({
    ...like,
    _id: new ObjectId(),
    vendingMachineId: `MORE-${at}`,
  }));
  await machines.insertMany(more.map((one) => ({ ...one, qrCode: `${one._id.toHexString()}.png` })));
  const visit = await app.visit();
  await visit.goTo("/inventory-status");
  await visit.page.getByText("1,003 vending machines").waitFor();
  expect(await visit.findViolations()).toEqual([]);
  // Three containers of one machine are empty: it alone is sold out, and the address has the filter.
  await visit.page.getByRole("button", { name: "Sold out only 1" }).click();
  await visit.page.getByText("1 of 1,003 vending machines").waitFor();
  await visit.page.getByRole("cell", { name: "0/3 sold out" }).waitFor();
  await eventually(async () => expect(new URL(visit.page.url()).searchParams.get("only")).toBe("sold-out"));
  await visit.page.getByRole("button", { name: "Sold out only 1" }).click();
  await visit.page.getByText("1,003 vending machines").waitFor();

  const [file] = await Promise.all([visit.page.waitForEvent("download"), button(visit, "Excel Download").click()]);

  expect(file.suggestedFilename()).toMatch(/^Inventory Data_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const rows = await readSheet(await file.path());
  expect(rows).toHaveLength(2 + 1_003 + 1);
  expect(rows[1]?.slice(-4)).toEqual(["Alloted", "Empty", "In-stock", "Disabled"]);
  expect(rows.at(-1)?.slice(-6)).toEqual([3, 3, 3, 3, 0, 0]);
});
