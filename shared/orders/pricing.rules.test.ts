import { expect, test } from "vitest";
import {
  isRefused,
  mostPaise,
  type OrderMoney,
  orderRefusals,
  type PricedEntry,
  priceOrder,
  type Sale,
} from "./pricing.rules.ts";

type Block = PricedEntry["unit"];
const block = (changes: Partial<Block> = {}): Block => ({
  active: true,
  discountPrice: 3_550,
  minPurchase: 1,
  maxPurchase: 6,
  incrementBy: 1,
  priority: 1,
  ...changes,
});
const [cola, lemon, bottle] = ["a".repeat(24), "b".repeat(24), "c".repeat(24)];
/** 40.25 rupees, sold for 35.50. */
const colaEntry: PricedEntry = {
  product: cola,
  brand: "Cola",
  productType: "product",
  price: 4_025,
  bundle: block({ minPurchase: 4, maxPurchase: 12, incrementBy: 4, discountPrice: 3_000 }),
  unit: block(),
};
const lemonEntry: PricedEntry = {
  product: lemon,
  brand: "Lemon",
  productType: "product",
  price: 3_000,
  bundle: block({ active: false }),
  unit: block({ discountPrice: 3_000 }),
};
/** A deposit's block may say what it likes: there is no discount on it. */
const bottleEntry: PricedEntry = {
  product: bottle,
  brand: "Can deposit",
  productType: "deposit",
  price: 1_000,
  bundle: block(),
  unit: block({ discountPrice: 400 }),
};
const sale = (changes: Partial<Sale> = {}): Sale => ({
  entries: [colaEntry, lemonEntry, bottleEntry],
  gst: 18,
  forSale: new Map([
    [cola, 8],
    [lemon, 1],
  ]),
  lines: [{ product: cola, type: "unit", quantity: 2 }],
  couponDiscount: 0,
  penalties: [],
  securityDeposit: 0,
  ...changes,
});
const moneyOf = (changes: Partial<Sale> = {}): OrderMoney => {
  const answer = priceOrder(sale(changes));
  if (isRefused(answer)) throw new Error(answer.why);
  return answer;
};

test("two cans of 80.50 with a discount of 9.50, GST of 18 % and a deposit of 10 are 93.78", () => {
  const money = moneyOf({
    lines: [
      { product: cola, type: "unit", quantity: 2 },
      { product: bottle, type: "unit", quantity: 1 },
    ],
  });

  expect(money).toEqual({
    lines: [
      {
        product: cola,
        brand: "Cola",
        productType: "product",
        block: "unit",
        quantity: 2,
        unitPrice: 4_025,
        discountPrice: 3_550,
        totalPrice: 8_050,
      },
      {
        product: bottle,
        brand: "Can deposit",
        productType: "deposit",
        block: "unit",
        quantity: 1,
        unitPrice: 1_000,
        discountPrice: 1_000,
        totalPrice: 1_000,
      },
    ],
    gstBasisPoints: 1_800,
    gst: 1_278,
    discount: { productDiscount: 950, couponDiscount: 0, totalDiscount: 950 },
    penalty: { quantity: 0, unitPrice: 0, totalPrice: 0, penalties: [] },
    securityDeposit: 0,
    netAmount: 9_378,
  });
});

test("a bundle counts cans, at its own price; unit and bundle of one product are two lines", () => {
  const money = moneyOf({
    lines: [
      { product: cola, type: "bundle", quantity: 4 },
      { product: cola, type: "unit", quantity: 3 },
    ],
  });

  expect(money.lines.map(({ totalPrice }) => totalPrice)).toEqual([16_100, 12_075]);
  expect(money.discount.productDiscount).toBe(4 * 1_025 + 3 * 475);
});

test("a coupon lowers the taxed base", () => {
  expect(moneyOf({ couponDiscount: 1_000 })).toMatchObject({
    discount: { productDiscount: 950, couponDiscount: 1_000, totalDiscount: 1_950 },
    gst: 1_098,
    netAmount: 8_050 - 1_950 + 1_098,
  });
});

test("a coupon of all that the products cost leaves nothing to pay and no GST", () => {
  expect(moneyOf({ couponDiscount: 7_100 })).toMatchObject({ gst: 0, netAmount: 0 });
});

test("penalties and the security deposit are charged as they are, untaxed", () => {
  const money = moneyOf({
    penalties: [
      { _id: "p1", amount: 5_000, quantity: 2 },
      { _id: "p2", amount: 5_000, quantity: 1 },
    ],
    securityDeposit: 20_000,
  });

  expect(money).toMatchObject({
    penalty: { quantity: 3, unitPrice: 5_000, totalPrice: 15_000, penalties: ["p1", "p2"] },
    securityDeposit: 20_000,
    gst: 1_278,
    netAmount: 8_050 - 950 + 1_278 + 15_000 + 20_000,
  });
});

test.each([
  { amounts: [1_000, 1_001], unitPrice: 1_001 },
  { amounts: [1_000, 1_000, 1_001], unitPrice: 1_000 },
])("penalties of $amounts show a rounded unit price of $unitPrice, and lose nothing", ({ amounts, unitPrice }) => {
  const penalties = amounts.map((amount, i) => ({ _id: `p${i}`, amount, quantity: 1 }));

  expect(moneyOf({ penalties }).penalty).toMatchObject({
    unitPrice,
    totalPrice: amounts.reduce((sum, amount) => sum + amount, 0),
  });
});

test.each([
  { gst: 0, paise: 0 },
  { gst: 0.01, paise: 1 },
  { gst: 5, paise: 355 },
  { gst: 12.35, paise: 877 },
  { gst: 100, paise: 7_100 },
])("GST of $gst % of 71.00 is $paise paise, half of one counting as a whole", ({ gst, paise }) => {
  expect(moneyOf({ gst }).gst).toBe(paise);
});

test("GST is rounded once an order, not once a line", () => {
  const dime = { ...lemonEntry, price: 10, unit: block({ discountPrice: 10 }) };
  const penny = { ...colaEntry, price: 10, unit: block({ discountPrice: 10 }) };
  const lines = [cola, lemon].map((product) => ({ product, type: "unit" as const, quantity: 1 }));

  // 0.45 paise each would be 0 and 0.
  expect(moneyOf({ entries: [dime, penny], gst: 4.5, lines, securityDeposit: 100 }).gst).toBe(1);
});

const requested = (product: string, quantity: number, type: "unit" | "bundle" = "unit") => ({
  product,
  type,
  quantity,
});
const stepped = { ...colaEntry, unit: block({ minPurchase: 2, maxPurchase: 7, incrementBy: 3 }) };

test.each<[string, Partial<Sale>, { code: string; why: string }]>([
  ["nothing is asked for", { lines: [] }, orderRefusals.noLines],
  ["the machine does not sell it", { lines: [requested("d".repeat(24), 1)] }, orderRefusals.notSold("d".repeat(24))],
  ["it is not sold so", { lines: [requested(lemon, 1, "bundle")] }, orderRefusals.notSoldSo("Lemon", "bundle")],
  ["a line is there twice", { lines: [requested(cola, 1), requested(cola, 2)] }, orderRefusals.twice("Cola", "unit")],
  ["too few", { lines: [requested(cola, 3, "bundle")] }, orderRefusals.tooFew("Cola", "bundle", 4)],
  ["too many", { lines: [requested(cola, 7)] }, orderRefusals.tooMany("Cola", "unit", 6)],
  [
    "the steps are missed",
    { entries: [stepped], lines: [requested(cola, 4)] },
    orderRefusals.notInSteps("Cola", "unit", stepped.unit),
  ],
  ["sold out", { lines: [requested(lemon, 1)], forSale: new Map() }, orderRefusals.soldOut("Lemon", 0)],
  ["more than is for sale", { lines: [requested(lemon, 2)] }, orderRefusals.soldOut("Lemon", 1)],
  [
    "more than is for sale in two lines together",
    { lines: [requested(cola, 8, "bundle"), requested(cola, 1)] },
    orderRefusals.soldOut("Cola", 8),
  ],
  ["the coupon is a paisa too large", { couponDiscount: 7_101 }, orderRefusals.coupon],
  ["a coupon on a deposit", { lines: [requested(bottle, 1)], couponDiscount: 1 }, orderRefusals.coupon],
  ["it comes to a paisa", { gst: 0, couponDiscount: 7_099 }, orderRefusals.tooLittle(1)],
  ["it comes to 99 paise", { gst: 0, couponDiscount: 7_001 }, orderRefusals.tooLittle(99)],
  [
    "it comes to more than anybody may pay",
    { penalties: [{ _id: "p", amount: mostPaise, quantity: 1 }] },
    orderRefusals.tooMuch,
  ],
  [
    "the GST alone leads beyond",
    { gst: 100, penalties: [{ _id: "p", amount: mostPaise - 9_000, quantity: 1 }] },
    orderRefusals.tooMuch,
  ],
])("when %s, the rule is named", (_when, changes, refusal) => {
  expect(priceOrder(sale(changes))).toEqual(refusal);
});

test.each([2, 5])("%i cans are 2 and whole steps of 3 more", (quantity) => {
  expect(moneyOf({ entries: [stepped], lines: [requested(cola, quantity)] }).lines[0]?.quantity).toBe(quantity);
});

test("deposits do not stand in the machine: its stock is not checked for them", () => {
  expect(moneyOf({ lines: [requested(bottle, 6)], forSale: new Map() })).toMatchObject({ netAmount: 6_000, gst: 0 });
});

test("a rupee is the least that is paid, and nothing is not paid at all", () => {
  expect(moneyOf({ gst: 0, couponDiscount: 7_000 }).netAmount).toBe(100);
  expect(moneyOf({ gst: 0, couponDiscount: 7_100 }).netAmount).toBe(0);
});

test("sentences say numbers as people do", () => {
  expect(orderRefusals.tooLittle(5).why).toBe(
    "This order comes to 0.05 rupees: the payment provider takes at least 1 rupee",
  );
  expect(orderRefusals.soldOut("Lemon", 1).why).toBe("Only 1 can of Lemon for sale at this machine");
  expect(orderRefusals.soldOut("Lemon", 2).why).toBe("Only 2 cans of Lemon for sale at this machine");
  expect(orderRefusals.soldOut("Lemon", 0).why).toBe("Lemon is sold out here");
});
