import { expect, test } from "vitest";
import { ageBandNames, bandOf, daysOld, stockedInBand } from "./can-age.rules.ts";
import {
  addToPivot,
  containersInfo,
  isRedisOff,
  noCans,
  pivotColumn,
  stockDrifts,
  summaryOf,
} from "./inventory.rules.ts";

const now = Date.UTC(2026, 5, 15, 12);
const hours = 3_600_000;

test.each([
  ["this very moment", 0, 0],
  ["a minute ago", hours / 60, 1],
  ["exactly one day ago", 24 * hours, 1],
  ["a day and a minute ago", 24 * hours + 60_000, 2],
  ["thirty days ago", 720 * hours, 30],
  ["thirty days and a millisecond ago", 720 * hours + 1, 31],
  ["by a clock ahead of ours", -hours, 0],
])("a can stocked %s is %#", (_, ago, days) => {
  expect(daysOld(now - ago, now)).toBe(days);
});

test("each can is in exactly one band of age, the one that its Days Old says", () => {
  const day = 24 * hours;
  for (const ago of [-hours, 0, 1, 7 * day, 7 * day + 1, 8 * day, 30 * day, 30 * day + 1, 400 * day]) {
    const stockedOn = now - ago;
    const holds = ageBandNames.filter((band) => {
      const { $gte, $lt } = stockedInBand(band, now);
      return stockedOn >= ($gte?.getTime() ?? -Infinity) && stockedOn < ($lt?.getTime() ?? Infinity);
    });
    expect(holds).toEqual([bandOf(daysOld(stockedOn, now))]);
  }
});

/** Alloted, Empty, In-stock, Disabled (specification: Inventory status). */
test.each([
  { says: "empty", isWorking: true, isEmpty: true, column: "empty", counts: [1, 1, 0, 0] },
  { says: "stocked", isWorking: true, isEmpty: false, column: "inStock", counts: [1, 0, 1, 0] },
  { says: "out of order and empty", isWorking: false, isEmpty: true, column: "disabled", counts: [1, 0, 0, 1] },
  { says: "out of order and stocked", isWorking: false, isEmpty: false, column: "disabled", counts: [1, 0, 0, 1] },
])("a container that is $says counts as Alloted and as $column", ({ isWorking, isEmpty, column, counts }) => {
  const brand = { ...noCans };
  addToPivot(brand, { isWorking, isEmpty });

  expect(pivotColumn({ isWorking, isEmpty })).toBe(column);
  expect([brand.assignedContainers, brand.empty, brand.inStock, brand.disabled]).toEqual(counts);
  expect(noCans).toEqual({ assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 });
});

test("each container of a machine is in one state, and a state that none is in counts 0", () => {
  const stocked = { isWorking: true, isReserved: false, isEmpty: false, product: "p" };
  const empty = { ...stocked, isEmpty: true };
  const broken = { ...stocked, isWorking: false };

  expect(containersInfo([])).toEqual({ failure: 0, reserved: 0, unassigned: 0, empty: 0, available: 0 });
  expect(
    containersInfo([broken, stocked, broken, { ...stocked, isReserved: true }, empty, { ...empty, product: null }]),
  ).toEqual({ failure: 2, reserved: 1, unassigned: 1, empty: 1, available: 1 });
});

test.each([
  [{ containers: 3, redis: 3, machine: 3 }, [], []],
  [{ containers: 3, redis: 3, machine: null }, [], []],
  [{ containers: 5, redis: 3, machine: 5 }, [], ["Cola: Redis offers 3, the containers hold 5 for sale"]],
  [
    { containers: 5, redis: 5, machine: 4 },
    ["12", "1.3"],
    [
      "Cola: the machine names the locks of 4, the containers hold 5 for sale",
      "The machine does not name the locks of 12, 1.3",
    ],
  ],
])("of %o and the unknown containers %o is said: %o", (figures, unknownToMachine, words) => {
  const compared = { brands: [{ brand: "Cola", ...figures }], unknownToMachine };
  expect(stockDrifts(compared)).toEqual(words);
  expect(isRedisOff(compared)).toBe(figures.containers !== figures.redis);
});

test("Redis is off where it is off for one brand of several", () => {
  const brands = [
    { brand: "Cola", containers: 3, redis: 3, machine: 3 },
    { brand: "Lime", containers: 3, redis: 2, machine: 3 },
  ];
  expect(isRedisOff({ brands })).toBe(true);
});

test("a machine's stock in one line: cans for sale, containers, failures, and brands that it has and is out of", () => {
  const brands = {
    Cola: { assignedContainers: 4, empty: 1, inStock: 3, disabled: 0 },
    Lime: { assignedContainers: 3, empty: 1, inStock: 0, disabled: 2 },
    Orange: { assignedContainers: 2, empty: 0, inStock: 1, disabled: 1 },
    Tonic: noCans,
  };
  const row = { brands, totalContainers: 12 } as unknown as Parameters<typeof summaryOf>[0];
  expect(summaryOf(row)).toEqual({ stocked: 4, containers: 12, failures: 3, soldOut: ["Lime"] });
});
