import { listCansInStock } from "#shared/inventory/can.api.ts";
import { readInventory, readMachineStock } from "#shared/inventory/inventory.api.ts";
import { listInventoryPages } from "#shared/inventory/inventory-pages.api.ts";
import { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { listMachinePages } from "#shared/machines/machine-pages.api.ts";
import { readPendingCounts } from "#shared/pending-counts/pending-counts.api.ts";
import { countProfileMachines } from "#shared/profiles/profile-machines.api.ts";
import type { ApiCaller } from "../../../simulator/operator.ts";
import { type Rows, type Same, sorted } from "./rows.ts";

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);

const pivots = async (rows: Rows, operator: ApiCaller, same: Same): Promise<void> => {
  const { machines, busy, containers, pivotOf, containersOf } = rows;
  const { stockData, uniqueBrands } = await operator.call(readInventory, { query: {} });
  const pages = await operator.call(listInventoryPages, { query: { page: "1" } });
  const machinesNamed = busy.map(({ _id }) => `${_id}`).join();
  const { inventory } = await operator.call(listInventoryPages, { query: { page: "1", machines: machinesNamed } });
  same("rows of the inventory", stockData.length, machines.length);
  for (const { _id, name } of busy)
    for (const [where, some] of [["whole", stockData] as const, ["page", inventory.machines] as const]) {
      const own = containersOf(_id);
      const row = some.find((one) => one._id === `${_id}`);
      same(`inventory, ${where}, brands of ${name}`, sorted(row?.brands ?? {}), pivotOf(own));
      const held = [own.length, own.filter(({ product }) => product).length, name];
      const shown = [row?.totalContainers, row?.totalAssignedContainers, row?.vendingMachineName];
      same(`inventory, ${where}, containers of ${name}`, shown, held);
    }
  const all = pivotOf(containers);
  same("brands of all", [...uniqueBrands].sort(), Object.keys(all).sort());
  same("brands of the pages", [...pages.uniqueBrands].sort(), Object.keys(all).sort());
  const { totalContainers, totalAssignedContainers, brands } = pages.sums;
  const assigned = containers.filter(({ product }) => product).length;
  same("sums of all", [totalContainers, totalAssignedContainers, sorted(brands)], [containers.length, assigned, all]);
  const found = machines.map(({ _id }) => Object.values(pivotOf(containersOf(_id))));
  const soldOut = found.filter((counts) => counts.some(({ inStock }) => inStock === 0)).length;
  const only = await operator.call(listInventoryPages, { query: { page: "1", only: "sold-out" } });
  same("machines with a sold-out brand", [pages.soldOut, only.inventory.total], [soldOut, soldOut]);

  const { counts, failures } = await operator.call(listMachinePages, { query: { page: "1" } });
  const failed = found.map((brandsThere) => sumOf(brandsThere.map(({ disabled }) => disabled)));
  const deactive = machines.filter(({ active }) => !active).length;
  same(
    "Home",
    [counts.All, counts["Sold out"], counts.Failures, counts.Deactive, failures],
    [machines.length, soldOut, failed.filter((count) => count > 0).length, deactive, sumOf(failed)],
  );
  const states = [counts.Online, counts.Offline, counts.Unavailable];
  same("states of all", sumOf(states), machines.length);
  const { counts: statuses } = await operator.call(listLiveStatus, { query: {} });
  same("Live Status as Home", [statuses.Online, statuses.Offline, statuses.Unavailable], states);
  const { attention } = await operator.call(readPendingCounts, {});
  same("pending counts as Home", [attention.online, attention.offline, attention.unavailable], states);
};

const stateOf = (rows: Rows, c: Rows["containers"][number]) => {
  if (!c.isWorking) return "failure";
  if (rows.isHeld(c)) return "reserved";
  if (!c.product) return "unassigned";
  return c.isEmpty ? "empty" : "available";
};

const oneMachine = async (rows: Rows, operator: ApiCaller, same: Same, machine: Rows["busy"][number]) => {
  const { brandOf, isHeld, pivotOf, containersOf } = rows;
  const { _id, name, active } = machine;
  const own = containersOf(_id);
  const stock = await operator.call(readMachineStock, { query: { vendingMachine: `${_id}` } });
  const info = { failure: 0, reserved: 0, unassigned: 0, empty: 0, available: 0 };
  for (const c of own) info[stateOf(rows, c)] += 1;
  same(`containers of ${name} by state`, sorted(stock.containersInfo), sorted(info));
  const inStock = Object.entries(pivotOf(own)).map(([brand, counts]) => [brand, counts.inStock]);
  same(`brand stock of ${name}`, sorted(stock.brandStock), Object.fromEntries(inStock));
  const stands = own.filter((c) => c.isWorking && !c.isEmpty && c.product);
  const offered = active ? stands : [];
  const available: Record<string, number> = {};
  for (const c of offered.filter((one) => !isHeld(one))) {
    const brand = brandOf.get(`${c.product}`) ?? "";
    available[brand] = (available[brand] ?? 0) + 1;
  }
  const labels = offered.filter((c) => !isHeld(c)).map(({ label }) => label);
  const { redisStock } = stock;
  same(
    `Redis stock of ${name}`,
    [sorted(redisStock.available), redisStock.containers, redisStock.reserved.length],
    [sorted(available), labels, offered.filter(isHeld).length],
  );
  if (!active) return;
  const known = rows.soldOut.find((one) => one._id.equals(_id));
  const out = new Set(own.flatMap(({ product }) => (product ? `${product}` : [])));
  for (const c of stands) if (!isHeld(c)) out.delete(`${c.product}`);
  same(`sold out at ${name}`, known?.products.map(String).sort(), [...out].sort());
  same(`since when at ${name}`, Object.keys(known?.since ?? {}).sort(), [...out].sort());
};

/** Stock, as an operator is answered it, beside a plain recount of the rows. */
export const recountStock = async (rows: Rows, operator: ApiCaller, same: Same): Promise<void> => {
  const { machines, busy, containers, products, brandOf } = rows;
  await pivots(rows, operator, same);
  for (const machine of busy) await oneMachine(rows, operator, same, machine);

  const inStock = containers.filter((c) => c.isWorking && !c.isEmpty);
  const totalOf = async (query: object) => (await operator.call(listCansInStock, { query } as never)).cansInStock.total;
  same("cans in stock", await totalOf({}), inStock.length);
  for (const { _id, name } of busy) {
    const there = inStock.filter(({ machine }) => machine.equals(_id)).length;
    same(`cans in stock at ${name}`, await totalOf({ vendingMachine: `${_id}` }), there);
  }
  const brandOfCan = ({ product }: (typeof inStock)[number]) => (brandOf.get(`${product}`) ?? "").toLowerCase();
  for (const { brand } of products) {
    const alike = inStock.filter((can) => brandOfCan(can).startsWith(brand.toLowerCase())).length;
    same(`cans in stock of ${brand}`, await totalOf({ product: brand }), alike);
  }

  const { profiles } = await operator.call(countProfileMachines, {});
  const following: Record<string, number> = {};
  for (const { profile } of machines) following[`${profile}`] = (following[`${profile}`] ?? 0) + 1;
  const counted = Object.fromEntries(profiles.map((one) => [one.profile, one.machines]));
  same("machines by profile", sorted(counted), sorted(following));
  for (const { name, brands } of rows.profiles)
    for (const { brand, product } of brands) same(`an entry of ${name}`, brand, brandOf.get(`${product}`));
  const held = rows.regions.flatMap((region) => region.profiles.map(String));
  same("profiles of one region each", new Set(held).size, held.length);
};
