import { expect, test } from "vitest";
import { changeProfile } from "#shared/profiles/profile.api.ts";
import { addRegion, changeRegionProfiles, readRegion } from "#shared/regions/region.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct, plantProfile } from "./goods.ts";
import { alert, button } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });

const plantRegion = async (name: string, profiles: { _id: string }[] = []) => {
  const { region } = await app.colleague.call(addRegion, { body: { region: name } });
  const body = { profiles: profiles.map(({ _id }) => ({ profile: _id })) };
  return (await app.colleague.call(changeRegionProfiles, { params: { id: region._id }, body })).region;
};
const regionNow = async (id: string) => (await app.colleague.call(readRegion, { params: { id } })).region;
const namesNow = async (id: string) => (await regionNow(id)).profiles.map(({ name }) => name);

test("an empty console leads from nothing to an open door, and a step that anybody has done is ticked by itself", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/");
  const steps = page.getByRole("region", { name: "From nothing to an open door in six steps" });
  const next = (title: string) => steps.locator("[aria-current=step]", { hasText: title }).waitFor();
  await next("A product");
  // The next step is the one filled button of the page.
  await eventually(async () =>
    expect(await page.locator(".page .button:not(.button-plain, .button-quiet)").allTextContents()).toEqual([
      "Add New Product",
    ]),
  );
  await page.locator(".live-live").waitFor();
  const found = await visit.findViolationsInBothThemes();
  const phone = await app.visit({ width: 390 });
  await phone.goTo("/");
  await phone.page.getByText("six steps").waitFor();
  expect([...found, ...(await phone.findViolationsInBothThemes())]).toEqual([]);

  const cola = await plantProduct(app, "Harbour Cola", 45);
  await next("A product profile with that brand");
  await plantProfile(app, "First of all", [cola]);
  await next("A vending machine");
  await steps.getByRole("link", { name: "Add Vending Machine" }).click();
  await page.getByLabel("Location").waitFor();
});

test("an operator adds a region and chooses its profiles by keyboard alone", async () => {
  await plantProfile(app, "Coast Standard");
  await plantProfile(app, "Coast Summer");
  const colleague = await app.visit();
  await colleague.goTo("/regions");
  await colleague.page.getByRole("heading", { name: "No region yet" }).waitFor();
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/regions/new");

  await page.getByLabel("Name", { exact: true }).waitFor();
  await eventually(async () => expect(await page.getByRole("combobox").count()).toBe(0));
  await button(visit, "Add region").click();
  await page.locator(".field-error", { hasText: "Name is required" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Coast");
  await page.keyboard.press("Enter");
  await alert(visit, "Successfully add a region");
  await page.getByRole("heading", { name: "Coast", exact: true }).waitFor();
  await eventually(async () => expect(await page.getByLabel("Name", { exact: true }).count()).toBe(0));

  await page.getByRole("combobox", { name: "Profiles" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "Coast Standard" }).waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  const chosen = page.getByRole("list", { name: "Chosen Profiles" });
  await chosen.getByText("Coast Standard").waitFor();
  await chosen.getByText("Coast Summer").waitFor();
  await button(visit, "Save changes").click();

  await alert(visit, "Region Updated");
  await colleague.page.getByRole("article").filter({ hasText: "Coast Standard, Coast Summer" }).waitFor();
});

test("a profile of another region is marked, and refused by naming that region", async () => {
  const hills = await plantProfile(app, "Hill Standard");
  await plantRegion("Hills", [hills]);
  const valley = await plantRegion("Valley");
  const visit = await app.visit();
  visit.expectStatus(409);
  await visit.goTo(`/regions/${valley._id}`);

  await visit.page.getByRole("combobox", { name: "Profiles" }).focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.getByRole("option", { name: "Hill Standard in Hills" }).click();
  await visit.page.keyboard.press("Escape");
  await button(visit, "Save changes").click();

  const words = "The profile Hill Standard belongs to the region Hills already";
  await alert(visit, words);
  await visit.page.locator(".field-error", { hasText: words }).waitFor();
  expect(await namesNow(valley._id)).toEqual([]);
});

test("a profile is taken out by its chip, and follows its name", async () => {
  const [one, two] = [await plantProfile(app, "Port One"), await plantProfile(app, "Port Two")];
  const port = await plantRegion("Port", [one, two]);
  const visit = await app.visit();
  await visit.goTo(`/regions/${port._id}`);
  await visit.page.getByRole("button", { name: "Remove Port Two" }).waitFor();
  await visit.page.locator(".live-live").waitFor();

  await app.colleague.call(changeProfile, { params: { id: one._id }, body: { name: "Port Main" } });
  await visit.page.getByRole("button", { name: "Remove Port Main" }).waitFor();
  await visit.page.getByRole("button", { name: "Remove Port Two" }).click();
  await button(visit, "Save changes").click();

  await alert(visit, "Region Updated");
  expect(await namesNow(port._id)).toEqual(["Port Main"]);
});
