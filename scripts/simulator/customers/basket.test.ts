import { expect, test } from "vitest";
import { isRefused, type PricedEntry, priceOrder } from "#shared/orders/pricing.rules.ts";
import { createRandom } from "../random.ts";
import { drawBasket, type Offer } from "./basket.ts";
import { drawWay, planCustomers } from "./habits.ts";
import { demoShelves } from "./shelves.ts";

const plenty = new Map(
  demoShelves().flatMap(({ offers }) => offers.map(({ product }): [string, number] => [product, 1_000])),
);
const priced = (offers: Offer[]): PricedEntry[] => offers.map((offer) => ({ ...offer, brand: "", price: 100_000 }));

test("what simulated customers buy breaks no rule of the machine that sells it", () => {
  const shelves = demoShelves();
  const sizes = new Set<number>();
  for (let visit = 0; visit < 2_000; visit += 1) {
    const shelf = createRandom(`shelf ${visit}`).pick(shelves);
    const lines = drawBasket(createRandom(`visit ${visit}`), shelf);
    sizes.add(lines.length);
    const answer = priceOrder({
      entries: priced(shelf.offers),
      gst: 18,
      forSale: plenty,
      lines,
      couponDiscount: 0,
      penalties: [],
      securityDeposit: 0,
    });
    expect(isRefused(answer) ? answer.why : "").toBe("");
  }
  expect([...sizes].sort()).toEqual([1, 2, 3]);
});

test("a shelf that sells nothing is left with nothing", () => {
  const [shelf] = demoShelves();
  const closed = (shelf?.offers ?? []).map((offer) => ({
    ...offer,
    unit: { ...offer.unit, active: false },
    bundle: { ...offer.bundle, active: false },
  }));
  expect(drawBasket(createRandom(1), { vendingMachine: "VM", offers: closed })).toEqual([]);
  expect(drawBasket(createRandom(1), { vendingMachine: "VM", offers: [] })).toEqual([]);
});

test("the same seed is the same people with the same habits, and another seed is others", () => {
  expect(planCustomers(50, 7)).toEqual(planCustomers(50, 7));
  expect(planCustomers(50, 7)).not.toEqual(planCustomers(50, 8));
  const people = planCustomers(300, 7);
  expect(new Set(people.map(({ phone }) => phone)).size).toBe(300);
  expect(people.every(({ phone }) => /^0\d{9}$/.test(phone))).toBe(true);
});

test("most pay, some fail, walk away, or are kept waiting by their bank", () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 5_000; n += 1) {
    const way = drawWay(createRandom(`way ${n}`)).join(", ");
    counts.set(way, (counts.get(way) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(["", "fail", "fail, succeed", "late", "never answered", "succeed"]);
  expect(counts.get("succeed")).toBeGreaterThan(3_800);
});
