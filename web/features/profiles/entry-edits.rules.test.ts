import { expect, test } from "vitest";
import { checkEntry } from "#shared/profiles/profile.rules.ts";
import type { BrandEntry, BrandEntryChange, SaleBlock } from "#shared/profiles/profile.schema.ts";
import { editsBetween } from "./entry-edits.ts";

type Settings = Pick<BrandEntry, "product" | "price" | "bundle" | "unit">;

const block = (changes: Partial<SaleBlock> = {}): SaleBlock => ({
  active: true,
  discountPrice: 40,
  minPurchase: 1,
  maxPurchase: 4,
  incrementBy: 1,
  priority: 1,
  ...changes,
});
const entry = (changes: Partial<Settings> = {}): Settings => ({
  product: "cola",
  price: 45,
  bundle: block(),
  unit: block(),
  ...changes,
});

const apply = (to: Settings, change: BrandEntryChange): Settings =>
  change.type === null
    ? { ...to, product: change.query.product, price: change.query.price }
    : { ...to, [change.type]: { ...to[change.type], [change.field]: change.value } };

test("an entry that was not changed needs no call", () => {
  expect(editsBetween(entry(), entry())).toEqual([]);
});

test("product and price go in one call, each setting of a block in its own", () => {
  const edits = editsBetween(
    entry(),
    entry({ product: "mango", price: 50, unit: block({ active: false, priority: 2 }) }),
  );

  expect(edits).toEqual([
    { type: null, query: { product: "mango", price: 50 } },
    { type: "unit", field: "priority", value: 2 },
    { type: "unit", field: "active", value: false },
  ]);
});

test("another product at the same price is a call of its own, before the blocks", () => {
  const edits = editsBetween(entry(), entry({ product: "mango", bundle: block({ priority: 2 }) }));

  expect(edits).toEqual([
    { type: null, query: { product: "mango", price: 45 } },
    { type: "bundle", field: "priority", value: 2 },
  ]);
});

test("a larger pack first gets a larger maximum", () => {
  const edits = editsBetween(entry(), entry({ bundle: block({ minPurchase: 6, maxPurchase: 24, incrementBy: 6 }) }));

  expect(edits.map((edit) => edit.type && edit.field)).toEqual(["maxPurchase", "minPurchase", "incrementBy"]);
});

test("a lower price waits until the discounts are below it", () => {
  const edits = editsBetween(
    entry(),
    entry({ price: 30, bundle: block({ discountPrice: 25 }), unit: block({ discountPrice: 30 }) }),
  );

  expect(edits.at(-1)).toEqual({ type: null, query: { product: "cola", price: 30 } });
});

test("between any two right entries every step is right", () => {
  let seed = 7;
  const upTo = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (Math.floor(seed / 65_536) % max);
  };
  const anyBlock = (price: number): SaleBlock => {
    const maxPurchase = upTo(12);
    return {
      active: upTo(2) === 1,
      discountPrice: upTo(price),
      minPurchase: upTo(maxPurchase),
      maxPurchase,
      incrementBy: upTo(maxPurchase),
      priority: upTo(5),
    };
  };
  const anyEntry = (): Settings => {
    const price = upTo(60);
    return { product: "cola", price, bundle: anyBlock(price), unit: anyBlock(price) };
  };

  for (let round = 0; round < 500; round += 1) {
    const from = anyEntry();
    const to = anyEntry();
    let now = from;
    for (const edit of editsBetween(from, to)) {
      now = apply(now, edit);
      expect(checkEntry(now, [], "cards")).toEqual({});
    }
    expect(now).toEqual(to);
  }
});
