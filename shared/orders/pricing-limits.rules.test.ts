import { expect, test } from "vitest";
import { isRefused, mostPaise, orderRefusals, type PricedEntry, priceOrder, type Sale } from "./pricing.rules.ts";

const cola = "a".repeat(24);
const block = (discountPrice: number): PricedEntry["unit"] => ({
  active: true,
  discountPrice,
  minPurchase: 1,
  maxPurchase: 6,
  incrementBy: 1,
  priority: 1,
});
const entry = (price: number, discountPrice: number): PricedEntry => ({
  product: cola,
  brand: "Cola",
  productType: "product",
  price,
  bundle: block(discountPrice),
  unit: block(discountPrice),
});
const sale = (changes: Partial<Sale> = {}): Sale => ({
  entries: [entry(4_025, 3_550)],
  gst: 18,
  forSale: new Map([[cola, 8]]),
  lines: [{ product: cola, type: "unit", quantity: 2 }],
  couponDiscount: 0,
  penalties: [],
  securityDeposit: 0,
  ...changes,
});

test("a refusal says whether the request breaks a rule or what it requests is not there right now", () => {
  const codeOf = (changes: Partial<Sale>) => {
    const answer = priceOrder(sale(changes));
    return isRefused(answer) ? answer.code : null;
  };

  expect(codeOf({ lines: [] })).toBe("invalid");
  expect(codeOf({ forSale: new Map() })).toBe("sold-out");
  expect(codeOf({})).toBeNull();
});

/** Two of them on one line, without GST; a discount leaves one paisa of each. */
const dear = (price: number, discountPrice = price): Partial<Sale> => ({
  entries: [entry(price, discountPrice)],
  gst: 0,
});
const half = mostPaise / 2;

test.each<[string, Partial<Sale>, boolean]>([
  ["lines of one crore", dear(half), false],
  ["lines above one crore, whatever their discount", dear(half + 1, 1), true],
  ["lines and a security deposit of one crore", { ...dear(half - 5), securityDeposit: 10 }, false],
  ["lines and a security deposit above it", { ...dear(half - 5, 1), securityDeposit: 11 }, true],
  ["lines and penalties of one crore", { ...dear(half - 5), penalties: [{ _id: "p", amount: 5, quantity: 2 }] }, false],
  ["lines and penalties above it", { ...dear(half - 5, 1), penalties: [{ _id: "p", amount: 11, quantity: 1 }] }, true],
  ["lines below it, whose GST brings them above", { ...dear(half - 1), gst: 18 }, true],
])("an order comes to one crore at most: %s", (_, changes, isTooMuch) => {
  const answer = priceOrder(sale(changes));

  expect(isRefused(answer)).toBe(isTooMuch);
  expect(answer === orderRefusals.tooMuch).toBe(isTooMuch);
});
