import { ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContainers } from "#shared/containers/container.api.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import type { PlantedUnit } from "../integration/planted.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { alert, button } from "./on-screen.ts";

let fleet: Fleet;
let planted: PlantedUnit;

const app = setUpConsole({ machines: 1, withWorkers: true, isPlainHttp: true });
/** A technician opens the console at an office's address, over http: browsers keep many things from such a page. */
beforeAll(async () => {
  const [unit] = app.planted;
  if (!unit) throw new Error("a machine was planted");
  planted = unit;
  const product = new ObjectId((await plantProduct(app, "Kochi Cola"))._id);
  const body = { vendingMachine: planted.machineId, containers: 1 };
  const { containers } = await app.colleague.call(addContainers, { body });
  const ids = containers.map(({ _id }) => new ObjectId(_id));
  await app.mongo.collections.containers.updateMany({ _id: { $in: ids } }, { $set: { product } });
  const { mqttUrl, provisioningKey } = app;
  fleet = createFleet({ units: [planted], mqttUrl, provisioningKey, pace: 0.05 });
  await fleet.start();
});
afterAll(() => fleet?.stop());

test("over plain http a door is opened", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${planted.machineId}`);
  await eventually(async () => expect(await page.evaluate(() => window.isSecureContext)).toBe(false));
  await page.getByText("Online", { exact: true }).first().waitFor();
  await page.locator(".live-live").waitFor();
  await visit.goTo(`/vendingMachine/${planted.machineId}/Inventory?cards=all`);
  const card = page.getByRole("article", { name: "Container 1", exact: true });

  await card.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open container" }).click();

  await alert(visit, "Container Open Message Sent");
  await card.getByText("Seen open, then closed").waitFor();
});

test("over plain http a form is saved, and an id is copied", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${planted.machineId}?tab=settings`);
  await page.getByLabel("Location", { exact: true }).fill("Second floor, by the lift");
  await button(visit, "Save changes").click();
  await alert(visit, "Vending Machine Updated");
  const machine = await app.mongo.collections.machines.findOne({ _id: new ObjectId(planted.machineId) });
  expect(machine?.location).toBe("Second floor, by the lift");

  const id = page.locator("button.id").first();
  const title = await until("a whole id", () => id.getAttribute("title"));
  const whole = title.replace(" (click to copy)", "");
  // It says so for a moment only, which a test may miss.
  await eventually(async () => {
    await id.click();
    expect(await id.getByText("Copied").count()).toBe(1);
  });
  await page.getByLabel("Location", { exact: true }).fill("");
  await page.getByLabel("Location", { exact: true }).press("Control+v");
  await eventually(async () => expect(await page.getByLabel("Location", { exact: true }).inputValue()).toBe(whole));
});

test("an action that throws shows an alert and can be tried again", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo(`/vendingMachine/${planted.machineId}/Inventory?cards=all`);
  const card = page.getByRole("article", { name: "Container 1", exact: true });
  const open = card.getByRole("button", { name: "Open", exact: true });
  const answer = page.getByRole("alertdialog").getByRole("button", { name: "Open container" });
  await open.click();
  visit.expectException("no random bits");
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error("no random bits");
    };
  });

  await answer.click();

  await alert(visit, "The console could not do this: no random bits");
  await eventually(async () => expect(await open.getAttribute("aria-busy")).toBeNull());
});
