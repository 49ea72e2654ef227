import { ObjectId } from "mongodb";
import { beforeEach, expect, test } from "vitest";
import { addContainers, changeContainer, listContainers } from "#shared/containers/container.api.ts";
import { readInventory } from "#shared/inventory/inventory.api.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { plantProduct } from "./goods.ts";
import { alert } from "./on-screen.ts";

const app = setUpConsole();
beforeEach(() => app.mongo.collections.containers.deleteMany({}));

const planted = (index = 0) => {
  const unit = app.planted[index];
  if (!unit) throw new Error(`machine ${index} was planted`);
  return unit;
};

/** Full containers of one brand, all working and free. */
const plantCans = async (machineId: string, brand: string, count: number) => {
  const product = new ObjectId((await plantProduct(app, brand))._id);
  const body = { vendingMachine: machineId, containers: count };
  const { containers } = await app.colleague.call(addContainers, { body });
  const full = { product, isEmpty: false, stockedOn: new Date() };
  await app.mongo.collections.containers.updateMany({ _id: { $in: idsOf(containers) } }, { $set: full });
};
const idsOf = (containers: readonly { _id: string }[]) => containers.map(({ _id }) => new ObjectId(_id));

const cardOf = ({ page }: Visit, containerId: string) =>
  page.getByRole("article", { name: `Container ${containerId}`, exact: true });

test("what an operator reserves leaves the Redis stock of the machine's page, and its seconds count up", async () => {
  const { machineId } = planted();
  await plantCans(machineId, "Kochi Cola", 2);
  const colleague = await app.visit();
  await colleague.goTo(`/vendingMachine/${machineId}`);
  const brand = colleague.page.getByRole("table", { name: "Brand stock" }).getByRole("row", { name: /^Kochi Cola/ });
  /** What Redis offers of it. */
  const offers = (count: string) =>
    eventually(async () => expect(await brand.locator("td").nth(3).textContent()).toBe(count));
  await offers("2");
  const visit = await app.visit();
  await visit.goTo(`/vendingMachine/${machineId}/Inventory?cards=all`);

  await cardOf(visit, "1").getByRole("button", { name: "Reserved" }).click();

  await alert(visit, "Container Updated");
  await offers("1");
  const reserved = colleague.page.getByRole("list", { name: "Reserved" }).getByRole("listitem");
  await reserved.filter({ hasText: "Kochi Cola" }).waitFor();
  const seconds = async () => Number(/(\d+) seconds? ago/.exec((await reserved.textContent()) ?? "")?.[1]);
  const first = await until("its seconds", seconds);
  expect(first).toBeLessThan(60);
  await eventually(async () => expect(await seconds()).toBeGreaterThanOrEqual(first + 2));
  const offer = colleague.page.getByRole("list", { name: "Containers on offer" });
  await eventually(async () => expect(await offer.getByRole("listitem").allTextContents()).toEqual(["2"]));
});

test("a door that the machine reports stands open on its card, on its tile, and shut again", async () => {
  const unit = planted();
  await app.colleague.call(addContainers, { body: { vendingMachine: unit.machineId, containers: 2 } });
  const visit = await app.visit();
  await visit.goTo(`/vendingMachine/${unit.machineId}/Inventory?cards=all`);
  const door = (containerId: string) => cardOf(visit, containerId).locator(".container-door");
  await door("2").getByText("Locked", { exact: true }).waitFor();
  const machine = await app.switchOn(unit);

  await machine.reportLock(2, false);

  await door("2").getByText("UnLocked", { exact: true }).waitFor();
  const front = visit.page.getByRole("list", { name: "Machine front" });
  await front.getByRole("button", { name: /^Container 2 .*UnLocked/ }).waitFor();
  await door("1").getByText("Locked", { exact: true }).waitFor();
  await machine.reportLock(2, true);
  await door("2").getByText("Locked", { exact: true }).waitFor();
  await machine.end();
});

test("the total of the inventory agrees with what stands above it, at every moment and under every filter", async () => {
  for (const index of [0, 1, 2]) await plantCans(planted(index).machineId, `Brand ${index}`, 4);
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/inventory-status?show=All+columns");
  await page.getByText("3 vending machines").waitFor();
  await page.locator(".live-live").waitFor();
  // At each frame, as an operator might look.
  await page.evaluate(() => {
    const numbers = (row: Element | null) =>
      [...(row?.querySelectorAll(".pivot-number") ?? [])].map((cell) =>
        Number.parseInt(cell.textContent?.replaceAll(",", "") ?? "", 10),
      );
    const seen = { frames: 0, totals: new Set<string>(), wrong: [] as string[] };
    const look = () => {
      const total = numbers(document.querySelector("tfoot tr"));
      const rows = [...document.querySelectorAll("tbody tr.row")].map(numbers);
      const sums = total.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? Number.NaN), 0));
      if (total.length > 0) {
        seen.frames += 1;
        seen.totals.add(total.join(" "));
        if (sums.join(" ") !== total.join(" ")) seen.wrong.push(`${sums.join(" ")} is not ${total.join(" ")}`);
      }
      requestAnimationFrame(look);
    };
    Object.assign(globalThis, { seen });
    look();
  });
  const inStock = page.locator("tfoot .pivot-number");

  for (const index of [0, 1, 2]) {
    const query = { vendingMachine: planted(index).machineId };
    const { containers } = await app.colleague.call(listContainers, { query });
    for (const { _id } of containers.slice(0, index + 1))
      await app.colleague.call(changeContainer, { query: { id: _id }, body: { isWorking: false } });
  }
  const disabledOf = async (brand: number) => Number(await inStock.nth(2 + brand * 4 + 3).textContent());
  for (const index of [0, 1, 2]) await eventually(async () => expect(await disabledOf(index)).toBe(index + 1));
  const { vendingMachineId } = planted(1).plan;
  await page.getByLabel("Vending machine").fill(vendingMachineId);
  await page.getByText("1 of 3 vending machines").waitFor();
  await eventually(async () => expect(await inStock.first().textContent()).toBe("4"));

  // settled: what it saw so far is the question
  const { frames, totals, wrong } = await page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: { frames: number; totals: Set<string>; wrong: string[] };
    };
    return { frames: seen.frames, totals: seen.totals.size, wrong: seen.wrong };
  });
  expect(wrong).toEqual([]);
  expect(frames).toBeGreaterThan(5);
  expect(totals).toBeGreaterThan(2);
  const { stockData } = await app.colleague.call(readInventory, {});
  expect(stockData.map(({ totalContainers }) => totalContainers)).toEqual([4, 4, 4]);
});
