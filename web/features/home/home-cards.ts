import { onceFor } from "#shared/concurrency/once-for.ts";
import { summaryOf } from "#shared/inventory/inventory.rules.ts";
import type { InventoryRow, StockSummary } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { Judged } from "../../live/judged.ts";
import { inventoryAtom } from "../../records/inventory.atoms.ts";
import { judgedMachinesAtom } from "../../records/machines.atoms.ts";
import { atom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";

/** `stock` is null until it is known. */
export type MachineCard = Judged<Machine> & { stock: StockSummary | null };

const knownStock = onceFor((row: InventoryRow) => summaryOf(row));
/** The same machine with the same stock is the same card: nothing of it is drawn again. */
const cards = new WeakMap<Judged<Machine>, MachineCard>();
const cardOf = (judged: Judged<Machine>, stock: StockSummary | null): MachineCard => {
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
