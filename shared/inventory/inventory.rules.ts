import {
  type ContainerFacts,
  type ContainerState,
  containerState,
  containerStates,
} from "../containers/container.rules.ts";
import type { BrandCounts, ComparedStock, ContainersInfo, InventoryRow, StockSummary } from "./inventory.schema.ts";

const dayMs = 86_400_000;

/** "Whole days, rounded up, since the stock update" (specification: Constants). Times in milliseconds. */
export const daysOld = (stockedOn: number, now: number): number => Math.max(0, Math.ceil((now - stockedOn) / dayMs));

/** How old cans are, in whole days: fresh up to a week, not to be sold any more over a month. `past` days are not in it. */
export const ageBands = {
  "0-7": { past: null, upTo: 7, words: "0 to 7 days" },
  "8-30": { past: 7, upTo: 30, words: "8 to 30 days" },
  "over-30": { past: 30, upTo: null, words: "Over 30 days" },
} as const satisfies Record<string, { past: number | null; upTo: number | null; words: string }>;
export type AgeBand = keyof typeof ageBands;
export const ageBandNames = Object.keys(ageBands) as [AgeBand, ...AgeBand[]];

/** When the cans of a band were stocked, of those that are here now: exactly those of which `daysOld` is in the band. */
export const stockedInBand = (band: AgeBand, now: number): { $gte?: Date; $lt?: Date } => {
  const { past, upTo } = ageBands[band];
  return {
    ...(upTo === null ? {} : { $gte: new Date(now - upTo * dayMs) }),
    ...(past === null ? {} : { $lt: new Date(now - past * dayMs) }),
  };
};

export const bandOf = (days: number): AgeBand => {
  if (days > 30) return "over-30";
  return days > 7 ? "8-30" : "0-7";
};

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
