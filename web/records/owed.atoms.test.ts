import { expect, test } from "vitest";
import type { OwedCans } from "#shared/cans/cans.schema.ts";
import type { LedgerPosted } from "#shared/ledger/ledger.schema.ts";
import { withBrand, withPosted } from "./owed.atoms.ts";

const cola: OwedCans = { vendingMachine: "m", product: "c", brand: "Cola", cans: 3 };
const posted = (facts: Partial<LedgerPosted>): LedgerPosted => ({
  _id: "r",
  user: "u",
  product: "c",
  brand: "Cola",
  vendingMachine: "m",
  credit: 0,
  debit: 0,
  ...facts,
});

test.each([
  [{ credit: 2 }, [{ ...cola, cans: 5 }]],
  [{ debit: 1 }, [{ ...cola, cans: 2 }]],
  [{ product: "l", brand: "Lime", credit: 4 }, [cola, { vendingMachine: "m", product: "l", brand: "Lime", cans: 4 }]],
  [{ vendingMachine: "n", credit: 1 }, [cola, { ...cola, vendingMachine: "n", cans: 1 }]],
])("after a row of %j this is owed: %j", (facts, owed) => {
  expect(withPosted([cola], posted(facts))).toEqual(owed);
});

test("a product that is renamed is owed under its new brand, at every machine", () => {
  const lime = { ...cola, product: "l", brand: "Lime" };
  const owed = [cola, { ...cola, vendingMachine: "n" }, lime];

  expect(withBrand(owed, { _id: "c", brand: "Cola Zero" })).toEqual([
    { ...cola, brand: "Cola Zero" },
    { ...cola, vendingMachine: "n", brand: "Cola Zero" },
    lime,
  ]);
  expect(withBrand(owed, { _id: "c", brand: "Cola" })).toBe(owed);
});
