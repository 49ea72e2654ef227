import { expect, test } from "vitest";
import { type BlockDraft, checkEntry, type EntryDraft, type OtherEntry, type Wording } from "./profile.rules.ts";

const block = (changes: Partial<BlockDraft> = {}): BlockDraft => ({
  active: true,
  discountPrice: 30,
  minPurchase: 1,
  maxPurchase: 10,
  incrementBy: 1,
  priority: 3,
  ...changes,
});
const draft = (changes: Partial<EntryDraft> = {}): EntryDraft => ({
  product: "cola",
  price: 40,
  bundle: block(),
  unit: block(),
  ...changes,
});
const others: OtherEntry[] = [
  { product: "lemon", brand: "Lemon", bundle: { priority: 1 }, unit: { priority: 2 } },
  { product: "water", brand: "Water", bundle: { priority: 8 }, unit: { priority: 9 } },
];

test.each(["form", "cards"] as const)("a complete entry has no complaint (%s)", (wording) => {
  expect(checkEntry(draft(), others, wording)).toEqual({});
});

interface Case {
  when: string;
  entry: EntryDraft;
  field: string;
  form: string | undefined;
  cards: string | undefined;
}
const cases: Case[] = [
  {
    when: "no product is chosen",
    entry: draft({ product: null }),
    field: "product",
    form: "Need to select valid brand",
    cards: "Need to select valid brand",
  },
  {
    when: "the product has an entry already",
    entry: draft({ product: "lemon" }),
    field: "product",
    form: "Brand already assigned",
    cards: "Lemon already added",
  },
  {
    when: "a block has no status",
    entry: draft({ unit: block({ active: null }) }),
    field: "unit.active",
    form: "Select valid status",
    cards: "Select valid status",
  },
  {
    when: "another brand has the priority",
    entry: draft({ bundle: block({ priority: 1 }) }),
    field: "bundle.priority",
    form: "Priority 1 already assigned",
    cards: "Priority 1 already assigned",
  },
  {
    when: "the priority is taken in the other kind of block only",
    entry: draft({ unit: block({ priority: 1 }) }),
    field: "unit.priority",
    form: undefined,
    cards: undefined,
  },
  {
    when: "increment exceeds max",
    entry: draft({ unit: block({ incrementBy: 11 }) }),
    field: "unit.incrementBy",
    form: "Should be lesser than max purchase",
    cards: "Should be lesser than max purchase",
  },
  {
    when: "increment equals max",
    entry: draft({ unit: block({ incrementBy: 10 }) }),
    field: "unit.incrementBy",
    form: undefined,
    cards: undefined,
  },
  {
    when: "max is below min",
    entry: draft({ unit: block({ minPurchase: 5, maxPurchase: 4 }) }),
    field: "unit.maxPurchase",
    form: "Max Purchase should be greater than Min Purchase",
    cards: "Should be greater than minimum purchase",
  },
  {
    when: "min is above max",
    entry: draft({ unit: block({ minPurchase: 5, maxPurchase: 4 }) }),
    field: "unit.minPurchase",
    form: "Min Purchase should be lesser than Max Purchase",
    cards: undefined,
  },
  {
    when: "max equals min",
    entry: draft({ unit: block({ minPurchase: 4, maxPurchase: 4 }) }),
    field: "unit.maxPurchase",
    form: "Max Purchase should be greater than Min Purchase",
    cards: undefined,
  },
  {
    when: "min equals max",
    entry: draft({ bundle: block({ minPurchase: 4, maxPurchase: 4 }) }),
    field: "bundle.minPurchase",
    form: "Min Purchase should be lesser than Max Purchase",
    cards: undefined,
  },
  {
    when: "max is one more than min",
    entry: draft({ unit: block({ minPurchase: 4, maxPurchase: 5 }) }),
    field: "unit.maxPurchase",
    form: undefined,
    cards: undefined,
  },
  {
    when: "the discount price is just below the price",
    entry: draft({ unit: block({ discountPrice: 39.99 }) }),
    field: "unit.discountPrice",
    form: undefined,
    cards: undefined,
  },
  {
    when: "the discount price equals the price",
    entry: draft({ unit: block({ discountPrice: 40 }) }),
    field: "unit.discountPrice",
    form: "Discount Price should be lesser than Product Price",
    cards: undefined,
  },
  {
    when: "the discount price exceeds the price",
    entry: draft({ unit: block({ discountPrice: 41 }) }),
    field: "unit.discountPrice",
    form: "Discount Price should be lesser than Product Price",
    cards: "Should be lesser than product price",
  },
  {
    when: "the price is 0",
    entry: draft({ price: 0 }),
    field: "price",
    form: "must be at least 1",
    cards: "must be at least 1",
  },
  {
    when: "min purchase is 0",
    entry: draft({ unit: block({ minPurchase: 0 }) }),
    field: "unit.minPurchase",
    form: "must be at least 1",
    cards: "must be at least 1",
  },
  {
    when: "priority is 0",
    entry: draft({ unit: block({ priority: 0 }) }),
    field: "unit.priority",
    form: "must be at least 1",
    cards: "must be at least 1",
  },
  {
    when: "a number is missing",
    entry: draft({ unit: block({ maxPurchase: null }) }),
    field: "unit.maxPurchase",
    form: "is required",
    cards: "is required",
  },
  {
    when: "the discount price is 0",
    entry: draft({ unit: block({ discountPrice: 0 }) }),
    field: "unit.discountPrice",
    form: undefined,
    cards: undefined,
  },
  {
    when: "the discount price is below 0",
    entry: draft({ unit: block({ discountPrice: -1 }) }),
    field: "unit.discountPrice",
    form: "must be at least 0",
    cards: "must be at least 0",
  },
  {
    when: "the increment is no whole number",
    entry: draft({ bundle: block({ incrementBy: 1.5 }) }),
    field: "bundle.incrementBy",
    form: "must be a whole number",
    cards: "must be a whole number",
  },
  {
    when: "the price is the smallest",
    entry: draft({ price: 1 }),
    field: "price",
    form: undefined,
    cards: undefined,
  },
  {
    when: "a disabled block is wrong",
    entry: draft({ unit: block({ active: false, incrementBy: 11 }) }),
    field: "unit.incrementBy",
    form: "Should be lesser than max purchase",
    cards: "Should be lesser than max purchase",
  },
];

test.each(
  cases.flatMap((one) => (["form", "cards"] as Wording[]).map((wording) => ({ ...one, wording, says: one[wording] }))),
)("when $when, the $wording says $says at $field", ({ entry, field, wording, says }) => {
  expect((checkEntry(entry, others, wording) as Record<string, string>)[field]).toBe(says);
});

/** Nothing that is missing may be taken for its 0. */
const unplaced: OtherEntry = { product: "mango", brand: "Mango", bundle: { priority: 0 }, unit: { priority: 0 } };
const required = "is required";

test.each<[string, EntryDraft, object]>([
  ["max purchase is missing", draft({ unit: block({ maxPurchase: null }) }), { "unit.maxPurchase": required }],
  ["min purchase is missing", draft({ unit: block({ minPurchase: null }) }), { "unit.minPurchase": required }],
  ["min purchase is no number", draft({ unit: block({ minPurchase: Number.NaN }) }), { "unit.minPurchase": required }],
  ["the increment is missing", draft({ unit: block({ incrementBy: null }) }), { "unit.incrementBy": required }],
  ["the priority is missing", draft({ unit: block({ priority: null }) }), { "unit.priority": required }],
  ["the priority is 0", draft({ unit: block({ priority: 0 }) }), { "unit.priority": "must be at least 1" }],
  [
    "the discount price is missing",
    draft({ unit: block({ discountPrice: null }) }),
    { "unit.discountPrice": required },
  ],
  ["the price is missing", draft({ price: null }), { price: "must be at least 1" }],
  ["the price is no number", draft({ price: Number.NaN }), { price: "must be at least 1" }],
  ["max purchase is 0", draft({ unit: block({ maxPurchase: 0 }) }), { "unit.maxPurchase": "must be at least 1" }],
])("when %s, that is the one complaint: nothing is compared with it", (_, entry, complaints) => {
  for (const wording of ["form", "cards"] as const)
    expect(checkEntry(entry, [...others, unplaced], wording)).toEqual(complaints);
});

test("both blocks and the product are complained about at once", () => {
  const wrong = block({ minPurchase: 11 });

  expect(checkEntry(draft({ product: null, bundle: wrong, unit: wrong }), others, "cards")).toEqual({
    product: "Need to select valid brand",
    "bundle.maxPurchase": "Should be greater than minimum purchase",
    "unit.maxPurchase": "Should be greater than minimum purchase",
  });
});
