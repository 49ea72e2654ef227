import { type ContainerFacts, isReservedAt } from "#shared/containers/container.rules.ts";
import type { MachineStock } from "#shared/events/events.ts";
import { addToPivot, containersInfo, noCans, pivotColumn } from "#shared/inventory/inventory.rules.ts";
import type { InventoryRow, RedisStock } from "#shared/inventory/inventory.schema.ts";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";

/** The fields of a container from which its machine's stock is computed. */
export type StockedContainer = Pick<
  ContainerDocument,
  "machine" | "channel" | "label" | "isWorking" | "isReserved" | "reservedUntil" | "reservedAt" | "isEmpty" | "product"
>;
export type StockedMachine = Pick<MachineDocument, "_id" | "name" | "vendingMachineId" | "active">;

/** One machine at one moment: its containers by channel, and the brands of their products by id. */
export interface StockSnapshot {
  machine: StockedMachine;
  containers: StockedContainer[];
  brands: Map<string, string>;
  /** Milliseconds; a customer's reservation that has lapsed by then counts as none. */
  now: number;
}

type Judged = ContainerFacts & { brand: string; container: StockedContainer };

export const judge = ({ containers, brands, now }: StockSnapshot): Judged[] =>
  containers.map((container) => ({
    isWorking: container.isWorking,
    isReserved: isReservedAt({ ...container, reservedUntil: container.reservedUntil?.getTime() ?? null }, now),
    isEmpty: container.isEmpty,
    product: container.product,
    brand: container.product ? (brands.get(container.product.toHexString()) ?? "") : "",
    container,
  }));

/** Adds a number to a brand's. */
const tally = (counts: Map<string, number>, brand: string, by: number) =>
  counts.set(brand, (counts.get(brand) ?? 0) + by);

const rowOf = (machine: StockedMachine, judged: Judged[]): InventoryRow => {
  const assigned = judged.filter(({ product }) => product !== null);
  const brands = new Map<string, InventoryRow["brands"][string]>();
  for (const one of assigned) {
    const counts = brands.get(one.brand) ?? { ...noCans };
    brands.set(one.brand, counts);
    addToPivot(counts, one);
  }
  return {
    _id: machine._id.toHexString(),
    vendingMachineId: machine.vendingMachineId,
    vendingMachineName: machine.name,
    totalContainers: judged.length,
    totalAssignedContainers: assigned.length,
    brands: Object.fromEntries(brands),
  };
};

/** A can in a working container, and since when it waits for somebody. */
interface CanInStock {
  label: string;
  brand: string;
  product: string;
  isReserved: boolean;
  reservedAt: Date | null;
}

/** A deactive machine sells nothing. Reserved are the cans that wait for somebody, an operator's included. */
export const forSale = ({ active }: Pick<StockedMachine, "active">, inStock: CanInStock[]): RedisStock => {
  if (!active) return { available: {}, reserved: [], containers: [] };
  const available = new Map<string, number>();
  for (const { brand, isReserved } of inStock) if (!isReserved) tally(available, brand, 1);
  return {
    available: Object.fromEntries(available),
    reserved: inStock.flatMap(({ isReserved, brand, product, reservedAt }) =>
      isReserved && reservedAt ? { productId: product, brand, time: reservedAt.toISOString() } : [],
    ),
    containers: inStock.flatMap(({ isReserved, label }) => (isReserved ? [] : label)),
  };
};

const inStockOf = (judged: Judged[]): CanInStock[] =>
  judged
    .filter((one) => one.product !== null && pivotColumn(one) === "inStock")
    .map(({ isReserved, brand, product, container: { label, reservedAt } }) => ({
      label,
      brand,
      product: String(product),
      isReserved,
      reservedAt,
    }));

/**
 * Products that have containers and not one can for sale, by id in order; null of a deactive machine, which offers
 * nothing.
 */
export const soldOutProducts = (snapshot: StockSnapshot, judged = judge(snapshot)): string[] | null => {
  if (!snapshot.machine.active) return null;
  const offered = judged.filter(({ product }) => product !== null);
  const forSale = offered.filter((one) => pivotColumn(one) === "inStock" && !one.isReserved);
  const available = new Set(forSale.map(({ product }) => String(product)));
  const products = new Set(offered.map(({ product }) => String(product)));
  return [...products].filter((product) => !available.has(product)).sort();
};

/** Everything that is derived from a machine's containers, from one snapshot, so that its parts always agree. */
export const machineStock = (snapshot: StockSnapshot, judged = judge(snapshot)): MachineStock => {
  const row = rowOf(snapshot.machine, judged);
  return {
    vendingMachine: row._id,
    row,
    brandStock: Object.fromEntries(Object.entries(row.brands).map(([brand, { inStock }]) => [brand, inStock])),
    containersInfo: containersInfo(judged),
    redisStock: forSale(snapshot.machine, inStockOf(judged)),
  };
};
