import { expect, test } from "vitest";
import { changeMachine, listMachines } from "#shared/machines/machine.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, button, choose, reaches } from "./on-screen.ts";

/** One for all tests: what adds a machine stands behind what counts them. */
const app = setUpConsole();

const machines = async () => (await app.colleague.call(listMachines, {})).vendingMachines;

test("what Home is filtered by stands in its address, and Back restores it", async () => {
  const [machine] = await machines();
  const visit = await app.visit();
  await visit.goTo("/");
  await visit.page.getByText("3 vending machines, 0 online").waitFor();

  await visit.page.getByLabel("Find a vending machine").fill(machine?.vendingMachineId ?? "");
  await visit.page.getByText("1 of 3 vending machines").waitFor();
  await visit.page.getByRole("link", { name: machine?.name }).click();
  await reaches(visit, `/vendingMachine/${machine?._id}`);
  await visit.page.goBack();

  await visit.page.getByText("1 of 3 vending machines").waitFor();
  await eventually(async () =>
    expect(await visit.page.getByLabel("Find a vending machine").inputValue()).toBe(machine?.vendingMachineId),
  );
});

test("an id that is taken is refused in the words of the product, and nothing typed is lost", async () => {
  const visit = await app.visit();
  visit.expectStatus(409);
  await visit.goTo("/AddVendingMachine");
  const taken = (await machines())[0]?.vendingMachineId ?? "";
  await visit.page.getByLabel("Name", { exact: true }).fill("Twin");
  await visit.page.getByLabel("Vending Machine Id").fill(taken);
  await visit.page.getByLabel("Location").fill("Somewhere");
  await choose(visit, "Product Profile", "Profile");

  await button(visit, "Add Vending Machine").click();

  await alert(visit, "Failed / Already Registered");
  await visit.page.locator(".field-error", { hasText: "is registered already" }).waitFor();
  await eventually(async () => expect(await visit.page.getByLabel("Name", { exact: true }).inputValue()).toBe("Twin"));
  expect(await machines()).toHaveLength(3);
});

test("an operator who edits what a colleague has just saved sees both side by side, and may keep their own", async () => {
  const [machine] = await machines();
  const id = machine?._id ?? "";
  const visit = await app.visit();
  await visit.goTo(`/vendingMachine/${id}?tab=settings`);
  await visit.page.getByLabel("Location").fill("Second floor");

  await app.colleague.call(changeMachine, { params: { id }, body: { location: "Ground floor" } });

  const conflict = visit.page.getByRole("alert", { name: "" }).filter({ hasText: "Somebody else changed this" });
  await conflict.getByRole("cell", { name: "Ground floor" }).waitFor();
  await conflict.getByRole("cell", { name: "Second floor" }).waitFor();
  await button(visit, "Keep yours").click();
  await button(visit, "Save changes").click();
  await alert(visit, "Vending Machine Updated");
  expect((await machines()).find(({ _id }) => _id === id)).toMatchObject({ location: "Second floor" });
});

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
