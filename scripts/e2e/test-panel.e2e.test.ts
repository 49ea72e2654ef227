import { afterAll, beforeAll, expect, test } from "vitest";
import { addBrandEntry } from "#shared/profiles/profile.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { plantContainers } from "../integration/planted.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct, saleBlock } from "./goods.ts";
import { alert, choose } from "./on-screen.ts";

let fleet: Fleet;
let names: { on: string; off: string };
const app = setUpConsole({ machines: 2, withWorkers: true });
/** The first machine is on and somebody closes its doors; the second one is off. */
beforeAll(async () => {
  const [on, off] = app.planted;
  if (!on || !off) throw new Error("two machines were planted");
  names = { on: on.plan.name, off: off.plan.name };
  await plantContainers(app.mongo, app.planted);
  const product = await plantProduct(app, "Kochi Cola");
  const profile = await app.mongo.collections.productProfiles.findOne();
  const params = { id: profile?._id.toHexString() ?? "" };
  await app.colleague.call(addBrandEntry, {
    params,
    body: { product: product._id, price: product.price, bundle: saleBlock({ minPurchase: 2 }), unit: saleBlock() },
  });
  const { mqttUrl, provisioningKey } = app;
  fleet = createFleet({ units: [on], mqttUrl, provisioningKey, pace: 0.5 });
  await fleet.start();
});
afterAll(() => fleet.stop());

const panel = ({ page }: Visit, name: string) => page.getByRole("group", { name, exact: true });
const press = (visit: Visit, name: string, button = name) =>
  panel(visit, name).getByRole("button", { name: button, exact: true }).click();
const doors = ({ page }: Visit) => page.getByRole("list", { name: "Containers" });
/** `count` rows, all of them in this state; the rows of the session before may still stand there for a moment. */
const chips = async (visit: Visit, word: string, count: number) => {
  const states = doors(visit).getByRole("listitem").locator(".door-state");
  const all = Array.from({ length: count }, () => expect.stringContaining(word));
  await expect.poll(() => states.allTextContents()).toEqual(all);
};
// settled: the address of a session stands before its rows do
const session = ({ page }: Visit) => new URL(page.url()).searchParams.get("session") ?? "";
/** Waits for another session than `before`. */
const nextSession = async (visit: Visit, before: string) => {
  await visit.page.waitForURL((url) => ![null, before].includes(url.searchParams.get("session")));
  return session(visit);
};

test("a technician opens two containers and watches them, queries locks and the unit, and says how it went", async () => {
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/test-vending-machine");
  await press(visit, "Open Container");
  await panel(visit, "Open Container").getByText("select Vending Machine and Product").waitFor();
  await choose(visit, "Vending Machine", names.on);
  await page.getByText("Online", { exact: true }).waitFor();
  await choose(visit, "Product", "Kochi Cola");

  await panel(visit, "Containers").getByRole("button", { name: "Container 1", exact: true }).click();
  await panel(visit, "Containers").getByRole("button", { name: "Container 2", exact: true }).click();
  await press(visit, "Open Container", "Open 1 and 2");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Open 2 containers of ${names.on}?`).waitFor();
  await dialog.getByRole("button", { name: "Open 2 containers" }).click();
  await alert(visit, "Success");
  const opened = await nextSession(visit, "");

  // Each fact is seen by itself: a door that stands open waits to be closed.
  const first = doors(visit).getByRole("listitem").filter({ hasText: "Container 1" });
  await first.locator(".door-state", { hasText: "Open" }).waitFor();
  await first.locator(".mark-waited", { hasText: "Closed" }).waitFor();
  await chips(visit, "Closed", 2);
  await page.getByText("Completed", { exact: true }).waitFor();
  const at = expect.stringMatching(/^\d\d:\d\d:\d\d · \d+(\.\d)? s$/);
  await eventually(async () => expect(await first.locator(".mark-time").allTextContents()).toEqual([at, at, at]));
  await page.reload();
  await chips(visit, "Closed", 2);
  const table = page.getByRole("table", { name: "Session results" });
  await eventually(async () => expect(await table.getByText("True", { exact: true }).count()).toBe(4));

  await press(visit, "Stock Update", "Verify Lock Close");
  const verified = await nextSession(visit, opened);
  await chips(visit, "Answered", 2);
  await eventually(async () => expect(await doors(visit).getByText("Locked", { exact: true }).count()).toBe(2));

  await page.getByLabel("Container numbers").fill("2,3");
  await press(visit, "Lock Status");
  const requested = await nextSession(visit, verified);
  await chips(visit, "Answered", 2);
  await press(visit, "Ping", "Ping Vending Machine");
  const pinged = await nextSession(visit, requested);
  await chips(visit, "Answered", 1);

  await panel(visit, "Testing Feedback").getByLabel("Failed To Open").check();
  await panel(visit, "Testing Feedback").getByLabel("Failed To Close").check();
  await panel(visit, "Testing Feedback").getByLabel("Open Container").check();
  await press(visit, "Testing Feedback", "Send Feedback");
  await expect
    .poll(() => app.mongo.collections.testingFeedback.findOne())
    .toMatchObject({
      lockFailedTo: "Failed To Close",
      operationType: "Open Container",
      vendingMachineId: app.planted[0]?.plan.vendingMachineId,
    });
  const [file] = await Promise.all([page.waitForEvent("download"), press(visit, "Ping Data", "Download")]);
  expect(file.suggestedFilename()).toBe("PingData.xlsx");

  await page.getByRole("textbox", { name: "Session id" }).fill(opened);
  await page.getByRole("button", { name: "Get Results" }).click();
  await chips(visit, "Closed", 2);
  await eventually(() => expect([pinged, session(visit)]).toEqual([expect.not.stringMatching(opened), opened]));
  expect(await visit.findViolations()).toEqual([]);
});

test("a machine that is off is refused with a reason, and its failed session is shown; a restart needs confirmation", async () => {
  const visit = await app.visit({ width: 390 });
  const { page } = visit;
  visit.expectStatus(409);
  await visit.goTo("/test-vending-machine");
  await choose(visit, "Vending Machine", names.off);
  await page.getByText("Offline", { exact: true }).waitFor();
  await choose(visit, "Product", "Kochi Cola");
  await page.getByLabel("Container numbers").fill("1");
  await press(visit, "Open Container", "Open 1");
  await page.getByRole("alertdialog").getByRole("button", { name: "Open container 1" }).click();

  await alert(visit, "Vending machine is offline");
  await chips(visit, "Rejected", 1);
  await page.getByText("Vending machine is offline").first().waitFor();
  const refused = session(visit);

  await press(visit, "Restart", "Restart Vending Machine");
  await page.getByRole("alertdialog").getByText(`Restart ${names.off}?`).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await eventually(() => expect(session(visit)).toBe(refused));

  // What lies beneath is named at the top, and unfolds.
  await page.getByRole("navigation", { name: "Parts of this page" }).getByRole("button", { name: "Lock Data" }).click();
  await panel(visit, "Lock Data").getByRole("button", { name: "Download" }).waitFor();
  expect(await visit.findViolations()).toEqual([]);
});
