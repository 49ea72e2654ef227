import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { openTcpLine } from "../testing/tcp-line.ts";
import { setUpConsole } from "./console-app.ts";

const app = setUpConsole({ machines: 1 });

test("while the server is gone a band says since when, no dot is green, and a page not loaded yet opens by itself", async () => {
  const [machine] = app.planted;
  if (!machine) throw new Error("a machine was planted");
  await app.beat(machine.plan.serialNumber, machine.secret);
  let isGone = false;
  const line = await openTcpLine(app.url, (near, far) => {
    if (isGone) near.destroy();
    else near.pipe(far).pipe(near);
  });
  onTestFinished(line.stop);
  const visit = await app.visit();
  const { page } = visit;
  for (const words of ["net::ERR_", "dynamically imported module", "WebSocket connection to"])
    visit.expectException(words);
  await page.goto(`http://${line.host}/inventory/v1.2/live-status?state=All`);
  await page.locator(".live-live").waitFor();
  const dot = page.getByRole("main").locator(".chip-ok .pi").first();
  const drawn = () => dot.evaluate((element) => getComputedStyle(element, "::before").content);
  await dot.waitFor();
  // settled: it waited for the dot
  if ((await drawn()) === "none") throw new Error("an online machine has a green dot");

  isGone = true;
  line.cut();
  const band = page.locator(".band");
  await band.getByText(/No connection since \d\d:\d\d/).waitFor();
  await eventually(async () => {
    if ((await drawn()) !== "none") throw new Error("the dot of a machine that was online is hollow");
  });
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Orders" }).click();
  await page.getByRole("heading", { name: "Opens when the connection is back" }).waitFor();
  await eventually(async () => {
    if ((await page.getByText("updated").count()) > 0) throw new Error("nothing was updated");
  });

  isGone = false;
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await page.locator(".live-live").waitFor();
  await band.waitFor({ state: "detached" });
});

test("where the code of the connection could not be fetched, the page reloads once nothing in it is unsaved", async () => {
  const visit = await app.visit({ isAlone: true });
  const { page } = visit;
  for (const words of ["net::ERR_", "dynamically imported module"]) visit.expectException(words);
  let aborted = 0;
  await page.route(/\/open-socket-[^/]+\.js$/, async (route) => {
    aborted += 1;
    await (aborted === 1 ? route.abort("connectionfailed") : route.continue());
  });
  await visit.goTo("/regions/new");
  await page.getByLabel("Name").fill("Kollam");
  const band = page.locator(".band");
  await page.evaluate("window.isOld = true");
  await band.getByText("The page reloads once nothing in it is unsaved").waitFor();
  // The server answers all the while: what is typed keeps the page, through a look or more.
  await page.waitForTimeout(2_500);
  expect(await page.evaluate("window.isOld")).toBe(true); // settled: it was there all the while
  expect(await page.getByLabel("Name").inputValue()).toBe("Kollam"); // settled: so was this

  await page.getByLabel("Name").fill("");
  await page.locator(".live-live").waitFor();
  await band.waitFor({ state: "detached" });
});
