import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { readMe } from "#shared/auth/auth.api.ts";
import { addRegion, changeRegionProfiles } from "#shared/regions/region.api.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { plantContainers } from "../integration/planted.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProfile } from "./goods.ts";
import { alert, button } from "./on-screen.ts";

const app = setUpConsole({ machines: 1 });

/** What these addresses answer comes only once the function that is handed back is called. */
const holdBack = async ({ page }: Visit, addresses: RegExp): Promise<() => void> => {
  let send = () => {};
  const isLet = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(addresses, async (route) => {
    await isLet;
    await route.continue();
  });
  return send;
};

test("a list of choices that is opened before its choices are here opens when they come", async () => {
  const visit = await app.visit();
  const send = await holdBack(visit, /product-profiles\/profiles/);
  await visit.goTo("/AddVendingMachine");
  const profile = visit.page.getByRole("combobox", { name: "Product Profile" });
  await profile.press("ArrowDown");
  // PrimeReact's own box stands: the code has come, the choices have not.
  await visit.page.locator(".select .p-icon-spin").waitFor();

  send();

  await visit.page.getByRole("option").first().waitFor();
});

test.each([
  ["reached", "Tab"],
  ["opened", "ArrowDown"],
])("a list of choices that was %s and left before its code came takes the focus from nobody", async (_what, key) => {
  const visit = await app.visit();
  const { page } = visit;
  const send = await holdBack(visit, /assets\/(choices|SelectList)-[\w-]+\.js/);
  await visit.goTo("/Orders");
  await button(visit, "Filter").click();
  const status = page.getByRole("combobox", { name: "Status" });
  const orderId = page.getByLabel("Order Id", { exact: true }).first();
  await status.press(key);
  await orderId.focus();

  send();

  await page.locator("#page [data-pc-name=dropdown]").first().waitFor();
  await page.keyboard.press("A");
  await eventually(async () => expect(await orderId.inputValue()).toBe("A"));
  expect(await page.getByRole("option").count()).toBe(0); // settled: the box that opens stands already
});

test("a list of several choices that is opened by a key before they are here opens when they come, the first marked", async () => {
  await plantProfile(app, "Coast Standard");
  const { region } = await app.colleague.call(addRegion, { body: { region: "Coast" } });
  const visit = await app.visit();
  const { page } = visit;
  const send = await holdBack(visit, /product-profiles\/profiles/);
  await visit.goTo(`/regions/${region._id}`);
  await page.getByRole("combobox", { name: "Profiles" }).press("ArrowDown");

  send();

  await page.getByRole("option", { name: "Coast Standard" }).waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("list", { name: "Chosen Profiles" }).getByText("Coast Standard").waitFor();
});

test("what was chosen is taken out by the keyboard while the other choices are on their way", async () => {
  const { _id } = await plantProfile(app, "Hill Standard");
  const { region } = await app.colleague.call(addRegion, { body: { region: "Hills" } });
  const body = { profiles: [{ profile: _id }] };
  await app.colleague.call(changeRegionProfiles, { params: { id: region._id }, body });
  const visit = await app.visit();
  const { page } = visit;
  const send = await holdBack(visit, /product-profiles\/profiles/);
  await visit.goTo(`/regions/${region._id}`);

  await page.getByRole("button", { name: "Remove Hill Standard" }).press("Enter");

  await page.getByRole("list", { name: "Chosen Profiles" }).waitFor({ state: "detached" });
  send();
});

test.each([1440, 390])(
  "a list of choices in a dialog stands at its field, and stays there, %i px wide",
  async (width) => {
    const { reports } = app.mongo.collections;
    const visit = await app.visit({ width });
    const { page } = visit;
    await visit.goTo("/downloads");
    const { user } = await app.colleague.call(readMe, {});
    const report = aReport({ by: new ObjectId(user._id), state: "done", endedAt: new Date() });
    await reports.insertOne(report);
    await page.getByRole("button", { name: /^Repeat Order/ }).click();
    await page.getByRole("combobox", { name: "Repeat" }).press("ArrowDown");
    const field = page.locator("dialog .select");
    const list = page.getByRole("dialog", { name: "Choices of Repeat" });
    const standsAtField = async () => {
      const [above, below] = [await field.boundingBox(), await list.boundingBox()];
      if (!above || !below) throw new Error("the list is not shown");
      expect(Math.abs(below.x - above.x)).toBeLessThan(2);
      expect(Math.abs(below.y - (above.y + above.height))).toBeLessThan(8);
    };

    await eventually(standsAtField);
    // Closed and opened again, after the page beneath was scrolled.
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.evaluate(() => window.scrollBy(0, 150));
    await page.getByRole("combobox", { name: "Repeat" }).press("ArrowDown");
    await eventually(standsAtField);
    for (const words of ["Each week", "Each month"]) {
      await page.getByRole("option", { name: words }).hover();
      await standsAtField(); // settled: it stood there, and is to stay
    }
    await page.getByRole("option", { name: "Each week" }).click();

    await page.getByRole("combobox", { name: "On" }).waitFor();
    await reports.deleteOne({ _id: report._id });
  },
);

test("a list whose code could not be fetched says so when it is opened", async () => {
  const [machine] = app.planted;
  if (!machine) throw new Error("a machine was planted");
  await plantContainers(app.mongo, [machine]);
  const visit = await app.visit({ isAlone: true });
  const { page } = visit;
  for (const words of ["net::ERR_", "dynamically imported module"]) visit.expectException(words);
  await page.route(/\/choices-[^/]+\.js$/, (route) => route.abort("connectionfailed"));
  await visit.goTo(`/vendingMachine/${machine.machineId}/Inventory`);

  await page.getByRole("combobox", { name: "Brand" }).press("ArrowDown");

  await alert(visit, "A part of the console could not be loaded: reload the page");
});
