import { listOwedCans } from "#shared/cans/cans.api.ts";
import type { OwedCans } from "#shared/cans/cans.schema.ts";
import type { LedgerPosted } from "#shared/ledger/ledger.schema.ts";
import type { Product } from "#shared/products/product.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** Each row of the ledger is a difference, and comes once: what is owed follows without another request. */
export const withPosted = (owed: OwedCans[], { vendingMachine, product, brand, credit, debit }: LedgerPosted) => {
  const at = owed.findIndex((one) => one.vendingMachine === vendingMachine && one.product === product);
  const known = owed[at];
  const cans = (known?.cans ?? 0) + credit - debit;
  if (known) return owed.with(at, { ...known, cans });
  return [...owed, { vendingMachine, product, brand, cans }];
};

/** A product is owed under the brand that it has now, as it stands in stock. */
export const withBrand = (owed: OwedCans[], { _id, brand }: Pick<Product, "_id" | "brand">): OwedCans[] =>
  owed.some((one) => one.product === _id && one.brand !== brand)
    ? owed.map((one) => (one.product === _id ? { ...one, brand } : one))
    : owed;

/** What customers have bought and not yet taken, at one machine or, with "all", at each. */
export const owedAtomOf = oneForKey((vendingMachine: string) =>
  liveAtom<OwedCans[]>({
    rooms: ["ledger", "products"],
    load: loadBy(listOwedCans, { query: { vendingMachine } }, ({ owed }) => owed),
    handlers: {
      "ledger.posted": (owed, posted) =>
        vendingMachine === "all" || posted.vendingMachine === vendingMachine ? withPosted(owed, posted) : owed,
      "product.changed": withBrand,
    },
  }),
);
