import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDaySums, halvesOf, halvesOfEach, type SoldOrder, spread } from "./day-sales.rules.ts";
import { dayTextOf, monthOf } from "./day-words.ts";

const sum = (many: readonly number[]) => many.reduce((all, one) => all + one, 0);
const line = (options: Partial<SoldOrder["lines"][number]> = {}): SoldOrder["lines"][number] => {
  const { quantity = 2, discountPrice = 4_000 } = options;
  return {
    product: "cola",
    brand: "Cola",
    productType: "product",
    quantity,
    discountPrice,
    totalPrice: quantity * discountPrice,
    ...options,
  };
};
const order = (options: Partial<SoldOrder> = {}): SoldOrder => ({
  machine: "a",
  vendingMachineId: "VM-A",
  lines: [line()],
  gstBasisPoints: 1_800,
  gst: 1_440,
  discount: { couponDiscount: 0, totalDiscount: 0 },
  penalty: { totalPrice: 0 },
  securityDeposit: 0,
  netAmount: 9_440,
  ...options,
});
const sumsOf = (orders: SoldOrder[]) => {
  const sums = createDaySums();
  for (const one of orders) sums.add(one);
  return sums.sums();
};

test.each([
  [0, 0, 0],
  [1, 0, 1],
  [1_441, 720, 721],
  [1_442, 721, 721],
])("of %i paise GST, CGST is %i, rounded down, and SGST %i", (gst, cgst, sgst) => {
  expect(halvesOf(gst)).toEqual({ cgst, sgst });
});

test("rows of odd paise add up to the halves of their sum", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000)), (gsts) => {
      const rows = halvesOfEach(gsts);
      rows.forEach(({ cgst, sgst }, n) => {
        expect(cgst + sgst).toBe(gsts[n]);
        expect(Math.abs(cgst - sgst)).toBeLessThanOrEqual(1);
      });
      expect({ cgst: sum(rows.map(({ cgst }) => cgst)), sgst: sum(rows.map(({ sgst }) => sgst)) }).toEqual(
        halvesOf(sum(gsts)),
      );
    }),
  );
});

test("a total is spread whole, each part less than one away from its exact share", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.array(fc.nat(1_000_000_000), { minLength: 1 }), (total, weights) => {
      fc.pre(sum(weights) > 0);
      const parts = spread(total, weights);
      expect(sum(parts)).toBe(total);
      parts.forEach((part, n) => {
        const exact = (total * (weights[n] ?? 0)) / sum(weights);
        expect(Math.abs(part - exact)).toBeLessThan(1.001);
      });
    }),
  );
});

describe("what a day's orders come to", () => {
  test("discounts are taken off, deposits and penalties are figures of their own", () => {
    const discounted = order({
      lines: [
        line({ quantity: 3, discountPrice: 3_500, totalPrice: 12_000 }),
        line({ product: "deposit", brand: "DEPOSIT", productType: "deposit", quantity: 1, discountPrice: 1_000 }),
      ],
      discount: { couponDiscount: 500, totalDiscount: 2_000 },
      gst: 1_800,
      penalty: { totalPrice: 2_500 },
      securityDeposit: 10_000,
      netAmount: 12_000 + 1_000 - 2_000 + 1_800 + 2_500 + 10_000,
    });

    expect(sumsOf([discounted, order()])).toMatchObject({
      orders: 2,
      cans: 5,
      sales: 18_000,
      refundableDeposit: 1_000,
      securityDeposit: 10_000,
      penalties: 2_500,
      gst: 3_240,
      netAmount: 25_300 + 9_440,
    });
  });

  test("a brand that is sold at two rates, or under another name, is counted apart", () => {
    const low = order({ gstBasisPoints: 500, gst: 400 });
    const renamed = order({ lines: [line({ brand: "Cola Zero" })] });

    expect(sumsOf([order(), low, order(), renamed]).brands).toMatchObject([
      { brand: "Cola", gstBasisPoints: 500, cans: 2, sales: 8_000, gst: 400 },
      { brand: "Cola", gstBasisPoints: 1_800, cans: 4, sales: 16_000, gst: 2_880 },
      { brand: "Cola Zero", gstBasisPoints: 1_800, cans: 2, sales: 8_000, gst: 1_440 },
    ]);
  });

  test("each machine has its own orders, cans and sales", () => {
    const elsewhere = order({ machine: "b", vendingMachineId: "VM-B" });

    expect(sumsOf([order(), elsewhere, order()]).machines).toMatchObject([
      { machine: "a", vendingMachineId: "VM-A", orders: 2, cans: 4, sales: 16_000 },
      { machine: "b", vendingMachineId: "VM-B", orders: 1, cans: 2, sales: 8_000 },
    ]);
  });

  test("brands and machines add up to the day, whatever coupon was taken off which lines, in any order", () => {
    const lines = fc.array(
      fc.record({
        product: fc.constantFrom("a", "b", "c"),
        quantity: fc.integer({ min: 1, max: 9 }),
        each: fc.nat(9_999),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const orders = fc.array(
      fc.record({
        lines,
        machine: fc.constantFrom("x", "y"),
        coupon: fc.nat(100),
        rate: fc.constantFrom(0, 500, 1_800),
      }),
    );
    fc.assert(
      fc.property(orders, (options) => {
        const made = options.map(({ lines, machine, coupon, rate }) => {
          const bought = lines.map(({ product, quantity, each }) =>
            line({ product, brand: product, quantity, discountPrice: each }),
          );
          const products = sum(bought.map(({ totalPrice }) => totalPrice));
          const off = Math.floor((products * coupon) / 100);
          const gst = Math.floor(((products - off) * rate + 5_000) / 10_000);
          const discount = { couponDiscount: off, totalDiscount: off };
          const netAmount = products - off + gst;
          return order({ lines: bought, machine, gstBasisPoints: rate, gst, discount, netAmount });
        });
        const day = sumsOf(made);
        for (const parts of [day.brands, day.machines]) {
          expect(sum(parts.map(({ sales }) => sales))).toBe(day.sales);
          expect(sum(parts.map(({ gst }) => gst))).toBe(day.gst);
          expect(sum(parts.map(({ cans }) => cans))).toBe(day.cans);
        }
        expect(day.sales + day.gst).toBe(day.netAmount);
        for (const { sales, gst } of day.brands) expect(Math.min(sales, gst)).toBeGreaterThanOrEqual(0);
        expect(sumsOf(made.toReversed())).toEqual(day);
      }),
    );
  });
});

test("a day is called the same wherever the reader is", () => {
  const zone = process.env.TZ;
  try {
    for (const TZ of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"]) {
      process.env.TZ = TZ;
      expect([dayTextOf("2026-11-01"), monthOf("2026-11-01")]).toEqual(["1 Nov 2026", "November"]);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
