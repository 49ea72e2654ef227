import { beforeAll, expect, test } from "vitest";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aProduct, aUser } from "#shared/runtime/testing/stored-records.ts";
import { idsOf, letSetPasswords, plantConsole } from "../screens/planted-console.ts";
import { consoleRoutes, type RouteIds } from "../screens/route-table.ts";
import { goInside, reachByKeyboard, seePage, untilWhole } from "../screens/seen-page.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { openSlowly } from "./layout-shifts.ts";
import { button, reaches, row } from "./on-screen.ts";

let ids: RouteIds;
const app = setUpConsole({ machines: 0 });
beforeAll(async () => {
  await plantConsole(app.mongo, { machines: 3, orders: 12, customers: 5 });
  await letSetPasswords(app.mongo);
  await app.requestRegistration("JRN-WAITS");
  ids = { ...(await idsOf(app.mongo)), waiting: "JRN-WAITS" };
});

/** All pages together take this long at most, on a slow machine. */
const allRoutesMs = 900_000;

// By day at a desk, by night on a phone; `npm run screens -- --check` sees all of both, and a third width.
test.each([
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const)(
  "every route says what the specification says it shows, without a violation, an overflow or a complaint: $width px, $theme",
  async ({ width, theme }) => {
    const visit = await app.visit({ width, theme });
    const { page } = visit;
    await visit.goTo("/redis");
    await page.locator(".live-live").waitFor();
    const found: string[] = [];
    for (const route of consoleRoutes) {
      const path = route.path(ids);
      await goInside(page, path);
      await untilWhole(page, route);
      const { wrong } = await seePage(page, route, true);
      const violations = await visit.findViolations();
      const keys = await reachByKeyboard(page, route, true);
      found.push(...[...wrong, ...violations, ...keys].map((text) => `${path}: ${text}`));
    }
    expect(found).toEqual([]);
  },
  allRoutesMs,
);

test(
  "signed out every route of the console leads to the login page",
  async () => {
    const visit = await app.visit({ signedIn: false });
    await visit.goTo("/login");
    await visit.page.getByLabel("Phone number").waitFor();
    for (const route of consoleRoutes.filter(({ heading }) => heading !== "Page Not Found")) {
      await goInside(visit.page, route.path(ids));
      await reaches(visit, "/login");
    }
  },
  allRoutesMs,
);

test("the login page and its code step have no violation in either theme", async () => {
  const visit = await app.visit({ signedIn: false });
  await visit.goTo("/login");
  await visit.page.getByLabel("Phone number").waitFor();
  const before = await visit.findViolationsInBothThemes();
  await button(visit, "Use email and password instead").click();
  await visit.page.getByLabel("Password").waitFor();

  expect([...before, ...(await visit.findViolationsInBothThemes())]).toEqual([]);
});

test("what opens on a page has no violation either: a list of choices, a question, refused fields, a secret", async () => {
  const visit = await app.visit();
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

  await visit.goTo(`/list-registered-vending-machine/${ids.serialNumber}`);
  await button(visit, "New Secret").click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "New Secret" }).click();
  await visit.page.locator(".secret-text").waitFor();
  await look("secret");

  expect(found).toEqual([]);
});

/** As Chromium scores it: below this nobody sees anything move. */
const mostMoved = 0.02;

const shown = ({ page }: Visit, words: string) => page.locator("#page").getByText(words).first().waitFor();
const shownRow = ({ page }: Visit) =>
  page.locator("#page :is(tbody tr.row, .row-card:not([aria-hidden]))").first().waitFor();
const shownCard = ({ page }: Visit) => page.getByRole("article").first().waitFor();

/** Pages with what an operator opens most, and what says that their data stands. */
const slow: { path: () => string; ready: (visit: Visit) => Promise<unknown> }[] = [
  // What waits is counted in the navigation right behind the page's own data, and moves nothing either.
  {
    path: () => "/",
    ready: async (visit) => {
      await shownCard(visit);
      if ((visit.page.viewportSize()?.width ?? 0) > 900) await visit.page.locator(".nav .asked").first().waitFor();
    },
  },
  { path: () => "/live-status?state=All", ready: shownRow },
  { path: () => "/inventory-status", ready: (visit) => shown(visit, "Machine LOAD-") },
  { path: () => "/cans-in-stock", ready: shownRow },
  { path: () => "/Orders", ready: (visit) => shown(visit, "Slow Reader") },
  { path: () => "/Transactions", ready: shownRow },
  { path: () => "/Users", ready: (visit) => shown(visit, "Slow Reader") },
  { path: () => "/products", ready: (visit) => shown(visit, "Slow Cola") },
  { path: () => "/profiles", ready: shownCard },
  { path: () => "/list-registered-vending-machine", ready: shownRow },
  { path: () => "/transaction-ledger", ready: ({ page }) => page.locator("#page .table-foot").last().waitFor() },
  { path: () => `/vendingMachine/${ids.machine}?tab=history`, ready: (visit) => shown(visit, "What happened") },
  { path: () => `/vendingMachine/${ids.machine}`, ready: (visit) => shown(visit, "Last seen online") },
  {
    path: () => `/vendingMachine/${ids.machine}/Inventory`,
    ready: ({ page }) => page.locator("#page .tile").first().waitFor(),
  },
];

test.each([1440, 390])("nothing moves when what a page shows comes after its skeleton: %i px", async (width) => {
  const { collections } = app.mongo;
  const user = aUser({ name: "Slow Reader" });
  const [machine] = await collections.machines.find().limit(1).toArray();
  if (!machine) throw new Error("a machine was planted");
  await collections.users.insertOne(user);
  await collections.products.insertOne(aProduct({ brand: `Slow Cola ${width}` }));
  await collections.orders.insertMany(
    Array.from({ length: 60 }, (_, at) => anOrder(user, machine, { orderId: `OD-SLOW-${width}-${at}` })),
  );
  // The first page is opened with an empty cache, fonts and all.
  const visit = await app.visit({ width, isAlone: true });
  const opened = await openSlowly(visit.page);

  const moved: string[] = [];
  for (const { path, ready } of slow) {
    const shifts = await opened(
      () => visit.goTo(path()),
      () => ready(visit),
    );
    const sum = shifts.reduce((all, { score }) => all + score, 0);
    if (sum >= mostMoved) moved.push(`${path()}: ${sum.toFixed(3)} ${shifts.flatMap(({ what }) => what).join("; ")}`);
  }

  expect(moved).toEqual([]);
});

test.each([1440, 390])("what a user bought last moves nothing beneath it when it comes: %i px", async (width) => {
  const user = aUser({ name: "Late Orders" });
  await app.mongo.collections.users.insertOne(user);
  const visit = await app.visit({ width });
  const { page } = visit;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/v1\.2\/orders\b/, async (route) => {
    await answered;
    await route.continue();
  });
  await visit.goTo(`/Users/${user._id}`);
  const addCans = button(visit, "Add cans");
  await addCans.waitFor();
  await page.getByRole("heading", { name: "Every can came out or was refunded" }).waitFor();
  const before = await addCans.boundingBox(); // settled: what stands beneath has come

  answer();
  await page.getByRole("heading", { name: "No order yet" }).waitFor();
  // settled: the last orders are there
  expect(await addCans.boundingBox()).toEqual(before);
});
