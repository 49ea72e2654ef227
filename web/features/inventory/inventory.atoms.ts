import { listCansInStock, readInventory } from "#shared/inventory/inventory.api.ts";
import type { CanInStock, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import type { MachineRecord } from "#shared/machines/machine.schema.ts";
import { call } from "../../http/call.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";

const withMachine = (rows: InventoryRow[], { _id, name, vendingMachineId }: MachineRecord): InventoryRow[] => {
  const known = rows.find((row) => row._id === _id);
  if (known?.vendingMachineName === name) return rows;
  if (known) return rows.map((row) => (row === known ? { ...row, vendingMachineName: name } : row));
  const nothing = { totalContainers: 0, totalAssignedContainers: 0, brands: {} };
  return [...rows, { _id, vendingMachineId, vendingMachineName: name, ...nothing }];
};

/** One row per machine, kept true while the page is open. */
export const inventoryAtom = liveAtom<InventoryRow[]>({
  rooms: ["inventory", "machines"],
  load: loadBy(readInventory, {}, (reply) => reply.stockData),
  handlers: {
    "machine.stock.changed": (rows, { row }) => withRecord(rows, row),
    "machine.changed": withMachine,
    "machine.removed": withoutRecord,
  },
});

/** What cans in stock are asked for. */
export interface CanFilters {
  vendingMachine: string;
  startDate: string;
  endDate: string;
  /** Newest first. */
  days: boolean;
}

export interface CansPage {
  cans: CanInStock[];
  pages: number;
  total: number;
  /** Some machine's stock changed since: the page itself stands still. */
  isOld: boolean;
}

/** One page of cans. It does not move under the reader; it says when it is not the latest any more. */
export const cansAtomOf = (filters: CanFilters, page: number) =>
  liveAtom<CansPage>({
    rooms: ["inventory"],
    load: loadBy(
      listCansInStock,
      { query: { ...queryOf(filters), page } },
      ({ cansInStock: { cans, pages, total } }) => ({
        cans,
        pages,
        total,
        isOld: false,
      }),
    ),
    handlers: { "machine.stock.changed": (shown) => (shown.isOld ? shown : { ...shown, isOld: true }) },
  });

/** Dates go only together (specification section 5). */
const queryOf = ({ vendingMachine, startDate, endDate, days }: CanFilters) => ({
  days: String(days) as "true" | "false",
  ...(vendingMachine ? { vendingMachine } : {}),
  ...(startDate && endDate ? { startDate, endDate } : {}),
});

/** Every can that the filters find, for the download; null when they could not be read. The alert has been shown. */
export const allCansAtom = atom(null, async (_get, _set, filters: CanFilters): Promise<CanInStock[] | null> => {
  const query = { ...queryOf(filters), download: "true" as const };
  const outcome = await call(listCansInStock, { query }, { notice: "Successfully fetched can stock" });
  return outcome.is === "done" ? outcome.reply.cansInStock.cans : null;
});
