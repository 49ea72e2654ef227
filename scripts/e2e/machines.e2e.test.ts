import { expect, test } from "vitest";
import { listMachines } from "#shared/machines/machine.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, button, choose, reaches } from "./on-screen.ts";

/** One console for both tests: the one that adds a machine counts them first. */
const app = setUpConsole();

const machines = async () => (await app.colleague.call(listMachines, {})).vendingMachines;

test("an operator adds a machine, and it stands on a colleague's Home at once", async () => {
  const colleague = await app.visit();
  await colleague.goTo("/");
  await colleague.page.getByText("3 vending machines, 0 online").waitFor();
  const visit = await app.visit();
  await visit.goTo("/AddVendingMachine");
  const { page } = visit;

  await button(visit, "Add Vending Machine").click();
  await page.getByText("4 things are not right yet").waitFor();
  await eventually(async () =>
    expect(await page.locator(".field-error").allTextContents()).toEqual([
      "Name is required",
      "Vending Machine Id is required",
      "Location is required",
      "Product Profile is required",
    ]),
  );
  await page.getByLabel("Name", { exact: true }).fill("Platform 4, north end");
  await page.getByLabel("Vending Machine Id").fill("JRN-0001");
  await page.getByLabel("Location").fill("Central Station");
  await choose(visit, "Product Profile", "Profile");
  await button(visit, "Add Vending Machine").click();

  await alert(visit, "Vending Machine Registered");
  await page.getByRole("heading", { name: "Platform 4, north end" }).waitFor();
  await colleague.page.getByRole("link", { name: "Platform 4, north end" }).waitFor();
  await colleague.page.getByText("4 vending machines, 0 online").waitFor();
  await page.getByRole("navigation", { name: "Vending machine" }).getByRole("link", { name: "Settings" }).click();
  const qrCode = page.getByRole("img", { name: "QR code of JRN-0001" });
  await qrCode.waitFor();
  await eventually(async () =>
    expect(
      await qrCode.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0),
  );
});

test("a deactive machine is marked on every Home the moment it is saved", async () => {
  const [machine] = await machines();
  const colleague = await app.visit();
  await colleague.goTo("/?state=Deactive");
  await colleague.page.getByText("No deactive vending machine").waitFor();
  const visit = await app.visit();
  await visit.goTo(`/vendingMachine/${machine?._id}?tab=settings`);

  await visit.page.getByRole("switch", { name: "Active" }).click();
  await button(visit, "Save changes").click();

  await colleague.page.getByRole("article").filter({ hasText: machine?.name }).getByText("Deactive").waitFor();
  await colleague.page.getByRole("link", { name: machine?.name }).click();
  await reaches(colleague, `/vendingMachine/${machine?._id}`);
});
