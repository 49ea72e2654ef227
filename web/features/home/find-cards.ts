import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Judged } from "../../live/judged.ts";

/** What the switch above the cards offers: the three live states, and the machines that sell nothing. */
export const homeStates = ["All", "Online", "Offline", "Unavailable", "Deactive"] as const;
export type HomeState = (typeof homeStates)[number];
export type MachineCard = Judged<Machine>;

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** In the order of names, so that a card keeps its place whatever its state. */
export const inOrder = (cards: readonly MachineCard[]): MachineCard[] =>
  [...cards].sort((a, b) => byName.compare(a.record.name, b.record.name));

/** Every word must stand in the name, the machine id, the location, the profile or the region. */
export const findCards = (cards: readonly MachineCard[], query: string): readonly MachineCard[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cards;
  return cards.filter(({ record: { name, vendingMachineId, location, profileName, region } }) => {
    const text = `${name}\n${vendingMachineId}\n${location}\n${profileName}\n${region}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

export const isIn = ({ record, status }: MachineCard, state: HomeState): boolean => {
  if (state === "All") return true;
  return state === "Deactive" ? !record.active : status === state;
};

export const countStates = (cards: readonly MachineCard[]): Record<HomeState, number> => {
  const counts: Record<HomeState, number> = { All: cards.length, Online: 0, Offline: 0, Unavailable: 0, Deactive: 0 };
  for (const { record, status } of cards) {
    counts[status satisfies MachineStatus] += 1;
    if (!record.active) counts.Deactive += 1;
  }
  return counts;
};
