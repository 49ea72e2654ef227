import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprintOf, newUnitKeys } from "#shared/runtime/sealed-credentials.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { plantFoyer } from "./goods.ts";
import { alert, button, choose, row, shownSecret } from "./on-screen.ts";

const anotherUnit = "Another unit uses this serial number";
const serialNumber = "JRN-KEY-1";

let house: ConsoleHouse;
beforeEach(async () => {
  house = await openConsole({ machines: 1 });
  await plantFoyer(house, "JRN-0200");
});
afterEach(async () => {
  const complaints = house.complaints();
  await house.stop();
  expect(complaints).toEqual([]);
});

test("keys are shown to be compared; a stranger is warned of, and a replaced board is accepted and gets the secret", async () => {
  const [first, board] = [newUnitKeys(), newUnitKeys()];
  const visit = await house.visit();
  await visit.goTo("/register-vending-machine");
  await house.ask("JRN-KEYLESS");
  await row(visit, "JRN-KEYLESS").getByText("no key").last().waitFor();
  await house.ask(serialNumber, "2.4.1", first.key);
  await row(visit, serialNumber).getByText(fingerprintOf(first.key)).last().waitFor();

  await house.ask(serialNumber, "2.4.1", board.key);

  await row(visit, serialNumber).getByRole("img", { name: anotherUnit }).last().waitFor();
  await row(visit, serialNumber).getByRole("link", { name: "Register" }).click();
  const warning = visit.page.getByRole("region", { name: anotherUnit });
  await warning.getByText(fingerprintOf(board.key)).waitFor();
  await choose(visit, "Vending Machine", "Library foyer (JRN-0200)");
  await button(visit, "Register").click();
  await alert(visit, "Vending Machine Registered");
  await visit.page.getByText(`The unit with the key ${fingerprintOf(first.key)} fetches it by itself`).waitFor();
  const secret = await shownSecret(visit);
  expect(await house.fetchSecret(serialNumber, first)).toBe(secret);

  await warning.getByRole("button", { name: "Accept key" }).click();
  const dialog = visit.page.getByRole("alertdialog");
  await dialog.getByText(`Accept the key ${fingerprintOf(board.key)}?`).waitFor();
  await dialog.getByText(`The unit with the key ${fingerprintOf(first.key)} gets none from then on.`).waitFor();
  await dialog.getByRole("button", { name: "Accept key" }).click();

  await alert(visit, "Vending Machine Updated");
  await warning.waitFor({ state: "detached" });
  expect(await house.fetchSecret(serialNumber, board)).toBe(secret);
  await visit.goTo("/list-registered-vending-machine");
  await row(visit, serialNumber).getByText(fingerprintOf(board.key)).last().waitFor();
});

test("a unit without a key: the screen says that its secret is carried, and New Secret says so before", async () => {
  await house.ask("JRN-KEYLESS");
  const visit = await house.visit();
  await visit.goTo("/list-registered-vending-machine/JRN-KEYLESS");
  await visit.page.getByText("No key").waitFor();
  await choose(visit, "Vending Machine", "Library foyer (JRN-0200)");
  await button(visit, "Register").click();
  await visit.page.getByText("It is not sent: this unit has shown no key.").waitFor();
  const first = await shownSecret(visit);
  await button(visit, "New Secret").click();
  const dialog = visit.page.getByRole("alertdialog");
  await dialog.getByText("it is shown once, to be typed in by hand").waitFor();
  await dialog.getByRole("button", { name: "New Secret" }).click();
  const second = await shownSecret(visit, first);
  await visit.page.getByText("It is not sent: this unit has shown no key.").waitFor();
  await house.beat("JRN-KEYLESS", second);
});
