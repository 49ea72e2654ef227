import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Judged } from "../../live/judged.ts";

/** What the switch above the cards offers: the three live states, and the machines that sell nothing. */
export const homeStates = ["All", "Online", "Offline", "Unavailable", "Deactive"] as const;
export type HomeState = (typeof homeStates)[number];
export type MachineCard = Judged<Machine>;

/** In the order of names, so that a card keeps its place whatever its state. */
export const nameOf = ({ record }: MachineCard): string => record.name;

/** What a machine is found by. */
export const textOf = ({ record: { name, vendingMachineId, location, profileName, region } }: MachineCard): string =>
  `${name}\n${vendingMachineId}\n${location}\n${profileName}\n${region}`;

export const isIn = ({ record, status }: MachineCard, state: HomeState): boolean => {
  if (state === "All") return true;
  return state === "Deactive" ? !record.active : status === state;
};
