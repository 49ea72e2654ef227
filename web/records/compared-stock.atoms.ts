import { compareStock } from "#shared/inventory/inventory.api.ts";
import type { ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { loadAgain } from "../live/follow.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { oneForKey } from "../state/one-for-key.ts";

/**
 * One machine's stock as each source has it; with "all", of the machines where it differs. Loaded again after a change.
 */
export const comparedStockAtomOf = oneForKey((vendingMachine: string) =>
  liveAtom<readonly ComparedStock[]>({
    rooms: vendingMachine === "all" ? ["inventory"] : [`machine/${vendingMachine}`],
    load: loadBy(compareStock, { query: { vendingMachine } }, ({ machines }) => machines),
    handlers: vendingMachine === "all" ? {} : { "machine.stock.changed": () => loadAgain },
  }),
);
