import type { Cans } from "./cans.schema.ts";

interface Opened {
  openedCans: number;
  /** yyyy-mm-dd; null before the first take. */
  openedDay: string | null;
}

/** How many cans were taken on this day: nothing is reset at midnight, a count of another day reads as 0. */
export const openedOn = (day: string, { openedCans, openedDay }: Opened): number =>
  openedDay === day ? openedCans : 0;

/** How many cans of this product a user has at this machine. */
export const countAt = ({ current }: Pick<Cans, "current">, vendingMachine: string, product: string): number =>
  current.vendingMachines
    .find((machine) => machine.vendingMachine === vendingMachine)
    ?.brands.find((entry) => entry.product === product)?.totalCans ?? 0;
