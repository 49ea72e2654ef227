import type { InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Judged } from "../../live/judged.ts";
import { inventoryAtom } from "../../records/inventory.atoms.ts";
import { judgedMachinesAtom } from "../../records/machines.atoms.ts";
import { atom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";

/** A machine's stock. */
export interface HomeStock {
  stocked: number;
  containers: number;
  failures: number;
  /** Brands that have containers and not one can. */
  soldOut: readonly string[];
}
/** `stock` is null until it is known. */
export type MachineCard = Judged<Machine> & { stock: HomeStock | null };

export const stockOf = ({ brands, totalContainers }: InventoryRow): HomeStock => {
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

const stocks = new WeakMap<InventoryRow, HomeStock>();
const knownStock = (row: InventoryRow): HomeStock => {
  const known = stocks.get(row) ?? stockOf(row);
  stocks.set(row, known);
  return known;
};
/** The same machine with the same stock is the same card: nothing of it is drawn again. */
const cards = new WeakMap<Judged<Machine>, MachineCard>();
const cardOf = (judged: Judged<Machine>, stock: HomeStock | null): MachineCard => {
  const known = cards.get(judged);
  if (known && known.stock === stock) return known;
  const card = { ...judged, stock };
  cards.set(judged, card);
  return card;
};

/** All machines with their state and stock; where the stock cannot be read they stand without it. */
export const homeCardsAtom = atom((get) => {
  const rows = new Map((get(inventoryAtom).data ?? []).map((row) => [row._id, row]));
  return mapLoad(get(judgedMachinesAtom), (machines) =>
    machines.map((machine) => {
      const row = rows.get(machine.record._id);
      return cardOf(machine, row ? knownStock(row) : null);
    }),
  );
});
