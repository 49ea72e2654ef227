import {
  type ContainerFacts,
  type ContainerState,
  containerState,
  containerStates,
} from "../containers/container.rules.ts";
import type { BrandCounts, ComparedStock, ContainersInfo, InventoryRow, StockSummary } from "./inventory.schema.ts";

/** Where a container with a product counts in the pivot: Disabled is not working, In-stock includes reserved. */
export const pivotColumn = (c: Pick<ContainerFacts, "isWorking" | "isEmpty">): "disabled" | "empty" | "inStock" => {
  if (!c.isWorking) return "disabled";
  return c.isEmpty ? "empty" : "inStock";
};

export const noCans: BrandCounts = { assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 };

/** Counts one more. Alloted = Empty + In-stock + Disabled, always: each adds to the sum and to one of the three. */
export const addToPivot = (counts: BrandCounts, container: Pick<ContainerFacts, "isWorking" | "isEmpty">): void => {
  counts.assignedContainers += 1;
  counts[pivotColumn(container)] += 1;
};

export const summaryOf = ({ brands, totalContainers }: InventoryRow): StockSummary => {
  const counts = Object.entries(brands);
  return {
    stocked: counts.reduce((sum, [, { inStock }]) => sum + inStock, 0),
    containers: totalContainers,
    failures: counts.reduce((sum, [, { disabled }]) => sum + disabled, 0),
    soldOut: counts.flatMap(([brand, { inStock, assignedContainers }]) =>
      assignedContainers > 0 && inStock === 0 ? [brand] : [],
    ),
  };
};

/** How many of a machine's containers are in each state; the five add up to all of them. */
export const containersInfo = (containers: ContainerFacts[]): ContainersInfo => {
  const info = Object.fromEntries(containerStates.map((state) => [state, 0])) as Record<ContainerState, number>;
  for (const container of containers) info[containerState(container)] += 1;
  return info;
};

/** What of a machine's stock does not agree, in words with both figures; nothing where all agree. */
export const stockDrifts = ({
  brands,
  unknownToMachine,
}: Pick<ComparedStock, "brands" | "unknownToMachine">): string[] => [
  ...brands.flatMap(({ brand, containers, redis }) =>
    containers === redis ? [] : [`${brand}: Redis offers ${redis}, the containers hold ${containers} for sale`],
  ),
  ...brands.flatMap(({ brand, containers, machine }) =>
    machine === null || machine === containers
      ? []
      : [`${brand}: the machine names the locks of ${machine}, the containers hold ${containers} for sale`],
  ),
  ...(unknownToMachine.length > 0 ? [`The machine does not name the locks of ${unknownToMachine.join(", ")}`] : []),
];

/** Whether a rebuild of Redis would change anything. */
export const isRedisOff = ({ brands }: Pick<ComparedStock, "brands">): boolean =>
  brands.some(({ containers, redis }) => containers !== redis);
