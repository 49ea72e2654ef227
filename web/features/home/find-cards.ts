import type { MachineCard } from "./home-cards.ts";

/** The figures above the cards, each of which shows what it counts: the urgent ones come first. */
export const homeStates = ["All", "Offline", "Unavailable", "Sold out", "Failures", "Deactive", "Online"] as const;
export type HomeState = (typeof homeStates)[number];
export const homeTones = { Offline: "danger", "Sold out": "warn", Failures: "danger" } as const;

export const nameOf = ({ record }: MachineCard): string => record.name;

/** What a machine is found by. */
export const textOf = ({ record: { name, vendingMachineId, location, profileName, region } }: MachineCard): string =>
  `${name}\n${vendingMachineId}\n${location}\n${profileName}\n${region}`;

/** What an option counts of a machine: itself, its brands that are sold out, its containers that failed. */
export const figureOf = ({ record, status, stock }: MachineCard, state: HomeState): number => {
  if (state === "All") return 1;
  if (state === "Deactive") return Number(!record.active);
  if (state === "Sold out") return stock?.soldOut.length ?? 0;
  if (state === "Failures") return stock?.failures ?? 0;
  return Number(status === state);
};
export const isIn = (card: MachineCard, state: HomeState): boolean => figureOf(card, state) > 0;

const groups = { Offline: 0, Unavailable: 1, Online: 2 } as const;
/** So full a machine is, in tenths: a single can moves no card. One without containers is at the end of its group. */
const tenths = ({ stock }: MachineCard): number =>
  stock && stock.containers > 0 ? Math.floor((stock.stocked / stock.containers) * 10) : 11;

/** Offline first, then unavailable, then the emptiest; names decide among equals. */
export const rankOf = (card: MachineCard): number => groups[card.status] * 100 + tenths(card);
