import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createStockSums, figureAt, figuresPerBrand, type KnownStock, stockOf } from "./stock-figures.ts";

const brands = ["Cola", "Lime", "constructor", "7"];
/** The products of a catalogue by their numbers; the last is of no brand that is known. */
const places = [0, 1, 2, 3];
const container = fc.record({
  product: fc.integer({ min: -1, max: 4 }),
  isWorking: fc.boolean(),
  isEmpty: fc.boolean(),
});
const held = fc.array(container, { maxLength: 12 }).map((all) =>
  stockOf(places, {
    product: all.map(({ product }) => product),
    isWorking: all.map(({ isWorking }) => isWorking),
    isEmpty: all.map(({ isEmpty }) => isEmpty),
  }),
);

test("of each brand a machine holds what its containers say, and a brand with none in stock is sold out", () => {
  const stock = stockOf(places, {
    product: [1, 1, 1, 0, -1],
    isWorking: [true, false, true, true, true],
    isEmpty: [true, false, true, false, true],
  });

  expect(stock).toEqual({
    containers: 5,
    assigned: 4,
    stocked: 1,
    disabled: 1,
    soldOut: 1,
    figures: [1, 3, 2, 0, 1, 0, 1, 0, 1, 0],
  });
});

test("sums are those of what is held, whatever came, changed and went", () => {
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.option(held)), { maxLength: 30 });
  void fc.assert(
    fc.property(changes, (all) => {
      const sums = createStockSums();
      const stocks = new Map<number, KnownStock>();
      for (const [machine, stock] of all) {
        const before = stocks.get(machine);
        if (before) sums.remove(before);
        stocks.delete(machine);
        if (!stock) continue;
        stocks.set(machine, stock);
        sums.add(stock);
      }
      const anew = createStockSums();
      for (const stock of stocks.values()) anew.add(stock);

      expect(sums.taken(brands)).toEqual(anew.taken(brands));
    }),
  );
});

test("a machine's brands that are sold out are as many as its figures say", () => {
  void fc.assert(
    fc.property(held, ({ figures, soldOut }) => {
      const brandsOf = figures.filter((_, at) => at % figuresPerBrand === figureAt.inStock);
      expect(soldOut).toBe(brandsOf.filter((inStock) => inStock === 0).length);
    }),
  );
});
