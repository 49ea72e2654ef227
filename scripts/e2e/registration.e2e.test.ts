import { beforeAll, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpConsole } from "./console-app.ts";
import { plantFoyer } from "./goods.ts";
import { alert, button, choose, reaches, row, shownSecret } from "./on-screen.ts";

const anotherUnit = "Another unit uses this serial number";
const keyedSerial = "JRN-KEY-1";

/** One console for all tests: the first sees that nothing waits to be registered, and the last deletes. */
const app = setUpConsole({ machines: 1 });
beforeAll(() => plantFoyer(app, "JRN-0100"));

test("a unit requests, is registered, signs in with the secret that was shown, and its machine turns Online", async () => {
  const watcher = await app.visit();
  await watcher.goTo("/live-status?state=All");
  await row(watcher, "Library foyer").filter({ hasText: "Unavailable" }).waitFor();
  const visit = await app.visit();
  await visit.goTo("/register-vending-machine");
  await visit.page.getByText("No control unit waits to be registered").waitFor();

  await app.requestRegistration("JRN-UNIT-1", "2.5.0");
  await row(visit, "JRN-UNIT-1").getByText("2.5.0").waitFor();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await visit.page.route("**/available-vending-machines-registration*", async (route) => {
    await answered;
    await route.continue();
  });
  await row(visit, "JRN-UNIT-1").getByRole("link", { name: "Register" }).click();
  await button(visit, "Register").waitFor();
  // settled: the form stands, and what it offers by name is held back
  const before = await button(visit, "Register").boundingBox();
  answer();
  await visit.page.getByRole("group", { name: "Machines without a unit" }).waitFor();
  expect(await button(visit, "Register").boundingBox()).toEqual(before); // settled: it is offered
  await button(visit, "Register").click();
  await alert(visit, "Select Vending Machine");
  await choose(visit, "Vending Machine", "Library foyer (JRN-0100)");
  await eventually(async () =>
    expect(await visit.page.getByLabel("Name", { exact: true }).inputValue()).toBe("Library foyer"),
  );
  await button(visit, "Register").click();

  await alert(visit, "Vending Machine Registered");
  await visit.page.getByText("The secret of JRN-UNIT-1 is shown only now").waitFor();
  await button(visit, "Copy secret").click();
  const secret = await shownSecret(visit);
  const copied = () => visit.page.evaluate(() => navigator.clipboard.readText());
  await eventually(async () => expect(await copied()).toBe(secret));
  await app.beat("JRN-UNIT-1", secret, -61);
  await row(watcher, "Library foyer").filter({ hasText: "Online" }).getByText("\u221261 dBm").waitFor();

  await visit.page.reload();
  await visit.page.getByRole("heading", { name: "Library foyer" }).waitFor();
  await eventually(async () => expect(await visit.page.getByText(secret).count()).toBe(0));
});

test("a unit that is unauthorised is Unavailable for everybody and refused, until it is authorised again", async () => {
  const [unit] = app.planted;
  if (!unit) throw new Error("a machine was planted");
  const { serialNumber } = unit.plan;
  const watcher = await app.visit();
  await watcher.goTo("/live-status?state=All");
  await app.beat(serialNumber, unit.secret);
  await row(watcher, unit.plan.name).filter({ hasText: "Online" }).waitFor();
  const visit = await app.visit();
  await visit.goTo("/list-registered-vending-machine");

  await row(visit, serialNumber).getByRole("button", { name: "Unauthorize" }).click();

  await alert(visit, "Successful");
  await row(visit, serialNumber).getByText("Unauthorized").waitFor();
  await row(watcher, unit.plan.name).filter({ hasText: "Unavailable" }).waitFor();
  await expect(app.beat(serialNumber, unit.secret)).rejects.toThrow();

  await row(visit, serialNumber).getByRole("button", { name: "Authorize", exact: true }).click();
  await row(visit, serialNumber).getByText("Authorized", { exact: true }).waitFor();
  await eventually(() => app.beat(serialNumber, unit.secret));
  await row(watcher, unit.plan.name).filter({ hasText: "Online" }).waitFor();
});

test("a new secret ends the one before it", async () => {
  const [unit] = app.planted;
  if (!unit) throw new Error("a machine was planted");
  const { serialNumber } = unit.plan;
  const visit = await app.visit();
  await visit.goTo(`/list-registered-vending-machine/${serialNumber}`);

  await button(visit, "New Secret").click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "New Secret" }).click();

  const fresh = await shownSecret(visit);
  await expect(app.beat(serialNumber, unit.secret)).rejects.toThrow();
  await app.beat(serialNumber, fresh);
});

test("a request that is deleted is gone for everybody; a unit that requests again is back", async () => {
  await app.requestRegistration("JRN-UNIT-2");
  const visit = await app.visit();
  const colleague = await app.visit();
  await visit.goTo("/register-vending-machine");
  await colleague.goTo("/register-vending-machine");
  await row(colleague, "JRN-UNIT-2").waitFor();

  await row(visit, "JRN-UNIT-2").getByRole("button", { name: "Delete" }).click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "Delete request" }).click();

  await alert(visit, "Successfull");
  await row(colleague, "JRN-UNIT-2").waitFor({ state: "detached" });
  await app.requestRegistration("JRN-UNIT-2");
  await row(colleague, "JRN-UNIT-2").waitFor();
});

test("a serial number without a request is registered by hand, and one that is taken is refused", async () => {
  await plantFoyer(app, "JRN-0101");
  const [unit] = app.planted;
  const visit = await app.visit();
  visit.expectStatus(409);
  await visit.goTo("/list-registered-vending-machine/new");
  await visit.page.getByLabel("Serial Number").fill(unit?.plan.serialNumber ?? "");
  await choose(visit, "Vending Machine", "Library foyer (JRN-0101)");
  await button(visit, "Register").click();
  await alert(visit, "Failed / Already Registered");

  await visit.page.getByLabel("Serial Number").fill("JRN-UNIT-3");
  await button(visit, "Register").click();

  await reaches(visit, "/list-registered-vending-machine/JRN-UNIT-3");
  await visit.page.getByText("The secret of JRN-UNIT-3 is shown only now").waitFor();
  await app.beat("JRN-UNIT-3", await shownSecret(visit));
});

test("keys are shown to be compared; a stranger is warned of, and a replaced board is accepted and gets the secret", async () => {
  await plantFoyer(app, "JRN-0200");
  const [first, board] = [newUnitKeys(), newUnitKeys()];
  const visit = await app.visit();
  await visit.goTo("/register-vending-machine");
  await app.requestRegistration("JRN-KEYLESS");
  await row(visit, "JRN-KEYLESS").getByText("no key").last().waitFor();
  await app.requestRegistration(keyedSerial, "2.4.1", first.key);
  await row(visit, keyedSerial).getByText(fingerprintOf(first.key)).last().waitFor();

  await app.requestRegistration(keyedSerial, "2.4.1", board.key);

  await row(visit, keyedSerial).getByRole("img", { name: anotherUnit }).last().waitFor();
  await row(visit, keyedSerial).getByRole("link", { name: "Register" }).click();
  const warning = visit.page.getByRole("region", { name: anotherUnit });
  await warning.getByText(fingerprintOf(board.key)).waitFor();
  await choose(visit, "Vending Machine", "Library foyer (JRN-0200)");
  await button(visit, "Register").click();
  await alert(visit, "Vending Machine Registered");
  await visit.page.getByText(`The unit with the key ${fingerprintOf(first.key)} fetches it by itself`).waitFor();
  const secret = await shownSecret(visit);
  expect(await app.fetchSecret(keyedSerial, first)).toBe(secret);

  await warning.getByRole("button", { name: "Accept key" }).click();
  const dialog = visit.page.getByRole("alertdialog");
  await dialog.getByText(`Accept the key ${fingerprintOf(board.key)}?`).waitFor();
  await dialog.getByText(`The unit with the key ${fingerprintOf(first.key)} gets no more secrets.`).waitFor();
  await dialog.getByRole("button", { name: "Accept key" }).click();

  await alert(visit, "Vending Machine Updated");
  await warning.waitFor({ state: "detached" });
  expect(await app.fetchSecret(keyedSerial, board)).toBe(secret);
  await visit.goTo("/list-registered-vending-machine");
  await row(visit, keyedSerial).getByText(fingerprintOf(board.key)).last().waitFor();
});

test("a unit without a key: the screen says that its secret is carried, and New Secret says so before", async () => {
  await plantFoyer(app, "JRN-0201");
  await app.requestRegistration("JRN-KEYLESS");
  const visit = await app.visit();
  await visit.goTo("/list-registered-vending-machine/JRN-KEYLESS");
  await visit.page.getByText("No key").waitFor();
  await choose(visit, "Vending Machine", "Library foyer (JRN-0201)");
  await button(visit, "Register").click();
  await visit.page.getByText("It is not sent: this unit has shown no key.").waitFor();
  const first = await shownSecret(visit);
  await button(visit, "New Secret").click();
  const dialog = visit.page.getByRole("alertdialog");
  await dialog.getByText("it is shown once, to be typed in by hand").waitFor();
  await dialog.getByRole("button", { name: "New Secret" }).click();
  const second = await shownSecret(visit, first);
  await visit.page.getByText("It is not sent: this unit has shown no key.").waitFor();
  await app.beat("JRN-KEYLESS", second);
});

test("two operators on one registration see each other's edits, and a deletion", async () => {
  const [unit] = app.planted;
  const path = `/list-registered-vending-machine/${unit?.plan.serialNumber}`;
  const visit = await app.visit();
  const colleague = await app.visit();
  await visit.goTo(path);
  await colleague.goTo(path);
  await colleague.page.getByLabel("Name", { exact: true }).waitFor();

  await visit.page.getByLabel("Name", { exact: true }).fill("Renamed unit");
  await button(visit, "Save changes").click();
  await colleague.page.getByRole("heading", { name: "Renamed unit" }).waitFor();
  await button(visit, "Delete").click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "Delete registration" }).click();

  await reaches(visit, "/list-registered-vending-machine");
  await colleague.page.getByText(/No control unit .* is registered or waits/).waitFor();
});
