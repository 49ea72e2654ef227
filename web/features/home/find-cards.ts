import type { StockSummary } from "#shared/inventory/inventory.schema.ts";
import { countText } from "../../ui/count-text.ts";
import type { MachineCard } from "./home-cards.ts";

/** The figures above the cards, each of which shows what it counts: the urgent ones come first. */
export const homeStates = ["All", "Offline", "Unavailable", "Sold out", "Failures", "Deactive", "Online"] as const;
export type HomeState = (typeof homeStates)[number];
/** Red is what is offline; what else needs somebody is amber. */
export const homeTones = { Offline: "danger", "Sold out": "warn", Failures: "warn", Deactive: "warn" } as const;

export const nameOf = ({ record }: MachineCard): string => record.name;

/** What a machine is found by. */
export const textOf = ({ record: { name, vendingMachineId, location, profileName, region } }: MachineCard): string =>
  `${name}\n${vendingMachineId}\n${location}\n${profileName}\n${region}`;

export const isIn = ({ record, status, stock }: MachineCard, state: HomeState): boolean => {
  if (state === "All") return true;
  if (state === "Deactive") return !record.active;
  if (state === "Sold out") return (stock?.soldOut.length ?? 0) > 0;
  if (state === "Failures") return (stock?.failures ?? 0) > 0;
  return status === state;
};

/** What stands behind a figure, which counts machines: the brands that they lack, the containers that failed. */
export const moreOf = (cards: readonly MachineCard[], state: HomeState): string => {
  const sum = (of: (stock: StockSummary) => number) =>
    cards.reduce((all, { stock }) => all + (stock === null ? 0 : of(stock)), 0);
  if (state === "Sold out") {
    const brands = new Set(cards.flatMap(({ stock }) => stock?.soldOut ?? []));
    return brands.size === 0 ? "" : countText(brands.size, "brand");
  }
  const failed = state === "Failures" ? sum(({ failures }) => failures) : 0;
  return failed === 0 ? "" : countText(failed, "container");
};

const groups = { Unavailable: 1, Online: 2 } as const;
/**
 * How full a machine is, in tenths: a single can moves no card. A machine without containers is at the end of its
 * group.
 */
const tenths = ({ stock }: MachineCard): number =>
  stock && stock.containers > 0 ? Math.floor((stock.stocked / stock.containers) * 10) : 11;

/** Offline first, of these the newest outage; then unavailable, then the emptiest. Names decide among equals. */
export const rankOf = (card: MachineCard): number => {
  const { lastSeenOnline } = card.record;
  if (card.status === "Offline") return lastSeenOnline === null ? 0 : -Date.parse(lastSeenOnline);
  return groups[card.status] * 100 + tenths(card);
};
