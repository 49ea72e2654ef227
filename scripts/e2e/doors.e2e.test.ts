import { ObjectId } from "mongodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addContainers } from "#shared/containers/container.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { createFleet, type Fleet } from "../simulator/fleet.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { alert, reaches } from "./on-screen.ts";

let fleet: Fleet | undefined;
/** Which of the machines is the test's own. */
let turn = -1;
const app = setUpConsole({ machines: 5, withWorkers: true });
beforeEach(() => {
  turn += 1;
});
afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
});

const planted = () => {
  const unit = app.planted[turn];
  if (!unit) throw new Error("a machine was planted for each test");
  return unit;
};
const ofMachine = () => ({ machine: new ObjectId(planted().machineId) });
/** Empty containers of one brand, on the first channels of the machine. */
const plantContainers = async (count: number): Promise<void> => {
  const product = new ObjectId((await plantProduct(app, `Cola ${turn}`))._id);
  const body = { vendingMachine: planted().machineId, containers: count };
  const { containers } = await app.colleague.call(addContainers, { body });
  const ids = containers.map(({ _id }) => new ObjectId(_id));
  await app.mongo.collections.containers.updateMany({ _id: { $in: ids } }, { $set: { product } });
};
/** The machine is on: its doors open, and somebody closes them soon. */
const switchOn = async (jammedChannels: number[] = []): Promise<void> => {
  const { plan, secret } = planted();
  const { mqttUrl, provisioningKey } = app;
  const unit = { plan: { ...plan, faults: { ...plan.faults, jammedChannels } }, secret };
  fleet = createFleet({ units: [unit], mqttUrl, provisioningKey, pace: 0.05 });
  await fleet.start();
};
const openInventory = async (): Promise<Visit> => {
  const visit = await app.visit();
  await visit.goTo(`/vendingMachine/${planted().machineId}`);
  await visit.page.getByText("Online", { exact: true }).first().waitFor();
  await visit.goTo(`/vendingMachine/${planted().machineId}/Inventory?cards=all`);
  return visit;
};

test("a container is opened from its card, and its pulse, its opening and its closing are seen as three facts", async () => {
  await plantContainers(3);
  await switchOn();
  const visit = await openInventory();
  const { page } = visit;
  const { name, vendingMachineId } = planted().plan;
  const card = page.getByRole("article", { name: "Container 2", exact: true });

  await card.getByRole("button", { name: "Open", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Open container 2 of ${name}?`).waitFor();
  await eventually(async () => expect(await dialog.textContent()).toContain(vendingMachineId));
  await dialog.getByRole("button", { name: "Open container" }).click();

  await alert(visit, "Container Open Message Sent");
  await card.getByText("Seen open, then closed").waitFor();
  const facts = async () => {
    const marks = await card.locator(".mark").allTextContents();
    return marks.map((fact) => fact.replace(/[\d.]+ s$/, "n s"));
  };
  await eventually(async () => expect(await facts()).toEqual(["Acknowledged n s", "Opened n s", "Closed n s"]));
  const link = card.getByRole("link", { name: /Session/ });
  const [session] = await app.mongo.collections.sessions.find(ofMachine()).toArray();
  await eventually(async () =>
    expect(await link.getAttribute("href")).toContain(`/test-vending-machine?session=${session?._id.toHexString()}`),
  );
  expect(await visit.findViolations()).toEqual([]);
  await card.getByText("Locked", { exact: true }).waitFor();
  // What ended well is not in the way for long.
  await card.locator(".door-session").waitFor({ state: "detached" });
});

test("OPEN opens the picked tiles, shows for each how it went, and leaves stock as it was", async () => {
  await plantContainers(3);
  await switchOn([3]);
  const visit = await openInventory();
  const { page } = visit;
  const stock = page.getByRole("region", { name: "Stock Update" });

  await stock.getByRole("button", { name: "Select all" }).click();
  await stock.getByRole("button", { name: "OPEN", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open 3 containers" }).click();

  await alert(visit, "Successfully Opened Containers");
  await stock.getByText("2 of 3 opened, 2 closed").waitFor();
  await stock.getByText("DOOR_JAMMED").waitFor();
  const doors = async () => (await page.locator(".tile-door").allTextContents()).map((door) => door.replace(", ", ""));
  await eventually(async () => expect(await doors()).toEqual(["Closed", "Closed", "Failed"]));
  await stock.getByText("3 containers selected").waitFor();
  expect(await visit.findViolations()).toEqual([]);
  const { containers } = app.mongo.collections;
  expect(await containers.countDocuments({ ...ofMachine(), isEmpty: true })).toBe(3);
});

test("a machine that is off refuses at once, in words", async () => {
  await plantContainers(1);
  const visit = await app.visit();
  visit.expectStatus(409);
  await visit.goTo(`/vendingMachine/${planted().machineId}/Inventory?cards=all`);
  const card = visit.page.getByRole("article", { name: "Container 1", exact: true });

  await card.getByRole("button", { name: "Open", exact: true }).click();
  await visit.page.getByRole("alertdialog").getByRole("button", { name: "Open container" }).click();

  await alert(visit, "Vending machine is offline");
  await card.locator(".door-sentence", { hasText: "Vending machine is offline" }).waitFor();
});

test("the history of a machine shows its commands as they are given, and leads to their sessions", async () => {
  await plantContainers(2);
  await switchOn();
  const inventory = await openInventory();
  const visit = await app.visit({ width: 390 });
  await visit.goTo(`/vendingMachine/${planted().machineId}?tab=history&kind=Commands`);
  await visit.page.getByText("No command was sent to it yet").waitFor();

  const card = inventory.page.getByRole("article", { name: "Container 1", exact: true });
  await card.getByRole("button", { name: "Open", exact: true }).click();
  await inventory.page.getByRole("alertdialog").getByRole("button", { name: "Open container" }).click();

  const line = visit.page.locator(".history-line", { hasText: "Open Container" });
  await line.getByText("Completed").waitFor();
  await eventually(async () => expect(await line.textContent()).toContain("container 1 · by Walking operator"));
  await eventually(async () =>
    expect(await line.getByRole("link").getAttribute("href")).toMatch(/\/test-vending-machine\?session=[0-9a-f]{24}$/),
  );
  await visit.page.getByRole("button", { name: "All", exact: true }).click();
  await visit.page.getByText("Container 1: UnLocked").waitFor();
  await visit.page.getByText("Connected", { exact: true }).waitFor();
  expect(await visit.findViolations()).toEqual([]);
});

/** A camera in front of which a machine's code is held, as the browser sees it. */
const holdBeforeCamera = (picture: string) => {
  const image = new Image();
  image.src = picture;
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
  const context = canvas.getContext("2d");
  setInterval(() => {
    if (!context || !image.complete) return;
    context.fillStyle = "#d8d5cf";
    context.fillRect(0, 0, 640, 480);
    context.setTransform(0.97, 0.08, -0.08, 0.97, 190, 90);
    context.drawImage(image, 0, 0, 260, 260);
    context.resetTransform();
  }, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(15);
};

test("from the bar of a phone a door is open after four taps, and from the palette of a desk by keys alone", async () => {
  await plantContainers(2);
  await switchOn();
  const { name, vendingMachineId } = planted().plan;
  const phone = await app.visit({ width: 390 });
  const { page } = phone;
  await page.addInitScript(() => {
    // As on a phone without a camera.
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("none", "NotFoundError");
    };
  });
  await phone.goTo("/");
  await page.getByRole("link", { name }).waitFor();
  let taps = 0;
  const tap = async (word: string) => {
    taps += 1;
    await page.getByRole("button", { name: word, exact: true }).tap();
  };

  await tap("Scan");
  await page.getByText("This device has no camera: type the id printed on the machine").waitFor();
  // The few machines are listed before anything is typed.
  await page.getByRole("list", { name: "Machines" }).getByRole("button", { name }).waitFor();
  expect(await phone.findViolationsInBothThemes()).toEqual([]);
  await page.getByLabel("Vending machine id").fill("KOC-NOWHERE");
  await page.keyboard.press("Enter");
  await page.getByText("No vending machine has the id “KOC-NOWHERE”").waitFor();
  // A part of its name offers it; its id, typed whole, opens it as well.
  await page.getByLabel("Vending machine id").fill(name.slice(2).toLowerCase());
  await page.getByRole("list", { name: "Machines" }).getByRole("button", { name }).waitFor();
  await page.getByLabel("Vending machine id").fill(vendingMachineId.toLowerCase());
  await tap("Open");
  const pad = (container: number) => page.getByRole("button", { name: new RegExp(`^Container ${container}\\b`) });
  await pad(2).waitFor();
  expect(await phone.findViolationsInBothThemes()).toEqual([]);
  taps += 1;
  await pad(2).tap();
  await page.getByRole("alertdialog", { name: `Open container 2 of ${name}?` }).waitFor();
  await tap("Open container 2");
  const door = page.getByRole("listitem").filter({ hasText: "Container 2" });
  // Acknowledged, and seen open.
  await door.locator(".mark-known").nth(1).waitFor();
  expect(taps).toBe(4);
  // The pad is still there, and the next door is one tap.
  await pad(1).tap();
  await page.getByRole("listitem").filter({ hasText: "Container 1" }).locator(".mark-known").nth(1).waitFor();
  expect(await phone.findViolationsInBothThemes()).toEqual([]);

  const { qrCode } = await eventually(async () => {
    const machine = await app.mongo.collections.machines.findOne({ vendingMachineId });
    if (!machine) throw new Error("the machine was planted");
    return machine;
  });
  const seeing = await app.visit({ width: 390 });
  await seeing.page.addInitScript(holdBeforeCamera, `/qrcode/${qrCode}`);
  await seeing.goTo("/live-status");
  await seeing.page.getByRole("button", { name: "Scan", exact: true }).tap();
  // No field has the focus: the keyboard would lie over the camera.
  await eventually(async () =>
    expect(await seeing.page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT"),
  );
  await seeing.page.getByRole("button", { name: /^Container 1\b/ }).waitFor();
  await seeing.page.getByRole("button", { name: "Open its page" }).tap();
  await reaches(seeing, `/vendingMachine/${planted().machineId}`);
  await seeing.page.getByRole("heading", { name }).first().waitFor();

  const desk = await app.visit();
  await desk.goTo("/redis");
  await desk.page.locator(".live-live").waitFor();
  await desk.page.keyboard.press("Control+k");
  await desk.page.getByRole("combobox", { name: "Find a page or a record" }).waitFor();
  await desk.page.keyboard.type(`Open container 1 at ${name}`);
  await desk.page.getByRole("option", { name: `Open container 1 at ${name}` }).waitFor();
  await desk.page.keyboard.press("Enter");
  await desk.page.getByRole("alertdialog", { name: `Open container 1 of ${name}?` }).waitFor();
  await desk.page.keyboard.press("Tab");
  await desk.page.keyboard.press("Enter");
  await reaches(desk, "/test-vending-machine");
  await desk.page.getByRole("listitem").filter({ hasText: "Container 1" }).locator(".mark-known").nth(1).waitFor();
});
