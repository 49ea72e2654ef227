import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { addContainers, listContainers } from "#shared/containers/container.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { button } from "./on-screen.ts";

let machine: string;
const app = setUpConsole({ machines: 1 });
/** Seven containers that wait for cola. */
beforeAll(async () => {
  machine = app.planted[0]?.machineId ?? "";
  const product = new ObjectId((await plantProduct(app, "Kochi Cola"))._id);
  await app.colleague.call(addContainers, { body: { vendingMachine: machine, containers: 7 } });
  await app.mongo.collections.containers.updateMany({}, { $set: { product } });
});

const containers = async () =>
  (await app.colleague.call(listContainers, { query: { vendingMachine: machine } })).containers;

test("several tiles are chosen together, and each shows how it went", async () => {
  const added = await containers();
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${machine}/Inventory`);
  const front = page.getByRole("list", { name: "Machine front" });
  const tile = (label: string) => front.getByRole("button", { name: new RegExp(`^Container ${label} `) });
  const chosen = page.getByRole("region", { name: "Chosen container" });
  const bar = page.getByRole("region", { name: "Stock Update" });

  // A click selects what waits for stock, and a second one lets go of it.
  await tile("2").click();
  await bar.getByText("1 container selected").waitFor();
  await tile("4").click();
  await bar.getByText("2 containers selected").waitFor();
  await tile("4").click();
  await bar.getByText("1 container selected").waitFor();
  await tile("2").click();
  await bar.getByText("7 containers to fill").waitFor();
  await tile("2").click();
  await chosen.getByRole("article", { name: "Container 2", exact: true }).waitFor();
  await tile("5").click({ modifiers: ["Shift"] });
  await chosen.getByText("4 containers selected").waitFor();
  await app.mongo.collections.containers.updateOne({ _id: new ObjectId(added[2]?._id) }, { $set: { isEmpty: false } });
  await chosen.getByRole("button", { name: "Mark filled 3" }).click();

  await chosen.getByText("Mark filled: 3 containers done, 1 left as they are.").waitFor();
  expect((await containers()).map(({ isEmpty }) => isEmpty)).toEqual([true, false, false, false, false, true, true]);
  expect(await visit.findViolations()).toEqual([]);
  await tile("1").hover();
  await page.mouse.down();
  await tile("2").hover();
  await tile("3").hover();
  await page.mouse.up();
  await bar.getByText("3 containers selected, 1 to fill").waitFor();

  await tile("6").click();
  await chosen.getByRole("article", { name: "Container 6", exact: true }).waitFor();
  await bar.getByText("4 containers selected, 2 to fill").waitFor();
  await page.goBack();
  await chosen.getByText("4 containers selected").waitFor();
  await bar.getByRole("button", { name: "CLEAR" }).click();
  await chosen.getByText("No container chosen").waitFor();

  // What is not to be filled shows its card alone.
  await tile("3").click();
  await chosen.getByRole("article", { name: "Container 3", exact: true }).waitFor();
  await bar.getByText("3 containers to fill").waitFor();
});

test("a brand leaves the others pale, and all of it that waits for stock is selected at once", async () => {
  await app.mongo.collections.containers.updateMany({}, { $set: { isEmpty: true } });
  const other = new ObjectId((await plantProduct(app, "Lime Soda"))._id);
  const [first] = await containers();
  const isFirst = { _id: new ObjectId(first?._id) };
  await app.mongo.collections.containers.updateOne(isFirst, { $set: { product: other } });
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${machine}/Inventory?brand=Lime%20Soda`);
  const bar = page.getByRole("region", { name: "Stock Update" });
  await bar.getByText("1 container to fill").waitFor();
  await eventually(async () => expect(await page.locator(".tile-faint").count()).toBe(6));

  await bar.getByRole("button", { name: "Select all" }).click();

  await bar.getByText("1 container selected").waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await bar.getByRole("button", { name: "CLEAR" }).click();
  await bar.getByText("1 container to fill").waitFor();
});

test("on a phone a tile opens its card from the lower edge, four tiles stand side by side, and Back closes it", async () => {
  const visit = await app.visit({ width: 360 });
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${machine}/Inventory`);
  const tiles = page.getByRole("list", { name: "Machine front" }).getByRole("button");
  await tiles.nth(6).waitFor();
  const tops = () => tiles.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  await eventually(async () => expect(new Set((await tops()).slice(0, 4)).size).toBe(1));
  await eventually(async () => expect(new Set(await tops()).size).toBe(2));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360); // settled: the tiles stand

  await tiles.nth(1).click();
  await button(visit, "Details").click();
  const sheet = page.getByRole("dialog", { name: "Container 2" });
  await sheet.getByRole("article", { name: "Container 2", exact: true }).waitFor();
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await button(visit, "CLEAR").click();

  await button(visit, "Select several").click();
  await tiles.nth(0).click();
  await tiles.nth(3).click();
  await button(visit, "Change selected").click();
  const actions = page.getByRole("dialog", { name: "2 containers" });
  await actions.getByRole("button", { name: "Disabled 2" }).click();
  await actions.getByText("Disabled: 2 containers done.").waitFor();
  expect((await containers()).map(({ isWorking }) => isWorking).filter((works) => !works)).toHaveLength(2);
});

test("in a narrow window Escape ends the edit of a label, and asks before the card closes over one", async () => {
  const visit = await app.visit({ width: 720 });
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${machine}/Inventory`);
  await page.getByRole("list", { name: "Machine front" }).getByRole("button").nth(2).click();
  await button(visit, "Details").click();
  const sheet = page.getByRole("dialog", { name: "Container 3" });
  const field = sheet.getByLabel("Label of container 3");
  const pencil = sheet.getByRole("button", { name: "Change the label of container 3" });
  await pencil.click();
  await field.fill("77");

  await page.keyboard.press("Escape");

  await pencil.waitFor();
  await pencil.click();
  await field.fill("78");
  await sheet.getByRole("button", { name: "Close", exact: true }).focus();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close without saving?" });
  await question.getByText("label of container 3").waitFor();
  await question.getByRole("button", { name: "Stay" }).click();
  await eventually(async () => expect(await field.inputValue()).toBe("78"));
});
