import { afterAll, beforeAll, expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import type { Visit } from "../testing/visit.ts";
import { plantContainers } from "../walks/planted.ts";
import { type ConsoleHouse, openConsole } from "./console-house.ts";
import { openSlowly } from "./layout-shifts.ts";
import { button, row } from "./on-screen.ts";

let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsole();
  await house.ask("JRN-WAITS");
  for (const { plan, secret } of house.planted.slice(0, 2)) await house.beat(plan.serialNumber, secret);
});
afterAll(() => house.stop());

const planted = () => {
  const [unit] = house.planted;
  if (!unit) throw new Error("a machine was planted");
  return unit;
};

/** Every page that stands, and what is there once it is whole. */
const pages: { path: () => string; ready: (visit: Visit) => Promise<unknown> }[] = [
  { path: () => "/", ready: ({ page }) => page.getByRole("article").first().waitFor() },
  { path: () => "/AddVendingMachine", ready: ({ page }) => page.getByLabel("Location").waitFor() },
  {
    path: () => `/vendingMachine/${planted().machineId}`,
    ready: ({ page }) => page.getByText("Last seen online").waitFor(),
  },
  { path: () => "/live-status", ready: ({ page }) => page.getByText("of 3 vending machines, offline").waitFor() },
  { path: () => "/live-status?state=All", ready: ({ page }) => page.getByText(planted().plan.name).waitFor() },
  { path: () => "/register-vending-machine", ready: ({ page }) => page.getByText("JRN-WAITS").waitFor() },
  {
    path: () => "/list-registered-vending-machine",
    ready: ({ page }) => page.getByText(planted().plan.serialNumber).waitFor(),
  },
  { path: () => "/list-registered-vending-machine/JRN-WAITS", ready: (visit) => button(visit, "Register").waitFor() },
  { path: () => "/list-registered-vending-machine/new", ready: (visit) => button(visit, "Register").waitFor() },
  {
    path: () => `/list-registered-vending-machine/${planted().plan.serialNumber}`,
    ready: (visit) => button(visit, "New Secret").waitFor(),
  },
];

test.each([1440, 390])(
  "no page has an accessibility violation or a complaint in the browser's console, in either theme: %i px",
  async (width) => {
    const visit = await house.visit({ width });
    const found: string[] = [];
    for (const { path, ready } of pages) {
      await visit.goTo(path());
      await ready(visit);
      await visit.page.locator(".live-live").waitFor();
      found.push(...(await visit.findViolationsInBothThemes()).map((text) => `${path()}: ${text}`));
    }
    expect(found).toEqual([]);
    expect(visit.complaints()).toEqual([]);
  },
);

test("the login page and its code step have no violation in either theme", async () => {
  const visit = await house.visit({ signedIn: false });
  await visit.goTo("/login");
  await visit.page.getByLabel("Phone number").waitFor();
  const before = await visit.findViolationsInBothThemes();
  await button(visit, "Use email and password instead").click();
  await visit.page.getByLabel("Password").waitFor();

  expect([...before, ...(await visit.findViolationsInBothThemes())]).toEqual([]);
  expect(visit.complaints()).toEqual([]);
});

test("what opens on a page has no violation either: a list of choices, a question, refused fields, a secret", async () => {
  const visit = await house.visit();
  const found: string[] = [];
  const look = async (what: string) => found.push(...(await visit.findViolations()).map((text) => `${what}: ${text}`));
  await visit.goTo("/AddVendingMachine");
  await visit.page.getByRole("combobox", { name: "Product Profile" }).focus();
  await visit.page.keyboard.press("ArrowDown");
  await visit.page.getByRole("option").first().waitFor();
  await look("choices");
  await visit.page.keyboard.press("Escape");
  await button(visit, "Add Vending Machine").click();
  await visit.page.getByText("4 things are not right yet").waitFor();
  await look("refused fields");

  await visit.goTo("/register-vending-machine");
  await row(visit, "JRN-WAITS").getByRole("button", { name: "Delete" }).click();
  await visit.page.getByRole("alertdialog").waitFor();
  await look("question");

  await visit.goTo(`/list-registered-vending-machine/${planted().plan.serialNumber}`);
  await button(visit, "New Secret").click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "New Secret" }).click();
  await visit.page.locator(".secret-text").waitFor();
  await look("secret");

  expect(found).toEqual([]);
  expect(visit.complaints()).toEqual([]);
});

/** As Chromium scores it: below this nobody sees anything move. */
const mostMoved = 0.02;

/** Pages with what an operator opens most, and what says that their data stands. */
const slow: { path: () => string; ready: (visit: Visit) => Promise<unknown> }[] = [
  { path: () => "/", ready: ({ page }) => page.getByRole("article").first().waitFor() },
  { path: () => "/live-status?state=All", ready: (visit) => shown(visit, planted().plan.name) },
  { path: () => "/inventory-status", ready: (visit) => shown(visit, planted().plan.name) },
  { path: () => "/cans-in-stock", ready: (visit) => shown(visit, "No can") },
  { path: () => "/Orders", ready: (visit) => shown(visit, "OD-SLOW") },
  { path: () => "/Transactions", ready: (visit) => shown(visit, "No can taken yet") },
  { path: () => "/Users", ready: (visit) => shown(visit, "Slow Reader") },
  { path: () => "/products", ready: (visit) => shown(visit, "Slow Cola") },
  { path: () => "/profiles", ready: ({ page }) => page.getByRole("article").first().waitFor() },
  { path: () => "/list-registered-vending-machine", ready: (visit) => shown(visit, planted().plan.serialNumber) },
  { path: () => `/vendingMachine/${planted().machineId}`, ready: (visit) => shown(visit, "Last seen online") },
  {
    path: () => `/vendingMachine/${planted().machineId}/Inventory`,
    ready: ({ page }) => page.locator("#page .tile").first().waitFor(),
  },
];
const shown = ({ page }: Visit, words: string) => page.locator("#page").getByText(words).first().waitFor();

test.each([1440, 390])("nothing moves when what a page shows comes after its skeleton: %i px", async (width) => {
  const { collections } = house.mongo;
  const user = aUser({ name: "Slow Reader" });
  const [machine] = await collections.machines.find().limit(1).toArray();
  if (!machine) throw new Error("a machine was planted");
  await collections.users.insertOne(user);
  await collections.products.insertOne(aProduct({ brand: `Slow Cola ${width}` }));
  await collections.orders.insertMany(
    Array.from({ length: 60 }, (_, at) => anOrder(user, machine, { orderId: `OD-SLOW-${width}-${at}` })),
  );
  if (width === 1440) await plantContainers(house.mongo, house.planted);
  const visit = await house.visit({ width });
  const opened = await openSlowly(visit.page);

  const moved: string[] = [];
  // A phone folds the actions of a machine's page once their code is here, and its head has another line until then.
  const opens = slow.filter(({ path }) => width > 640 || path() !== `/vendingMachine/${planted().machineId}`);
  for (const { path, ready } of opens) {
    const shifts = await opened(
      () => visit.goTo(path()),
      () => ready(visit),
    );
    const sum = shifts.reduce((all, { score }) => all + score, 0);
    if (sum >= mostMoved) moved.push(`${path()}: ${sum.toFixed(3)} ${shifts.flatMap(({ what }) => what).join("; ")}`);
  }

  expect(moved).toEqual([]);
  expect(visit.complaints()).toEqual([]);
});
