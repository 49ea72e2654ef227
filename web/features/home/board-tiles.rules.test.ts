import { expect, test } from "vitest";
import { boardTile, byRegion, leastForFingers } from "./board-tiles.ts";
import type { MachineCard } from "./home-cards.ts";

const desk = { width: 1_148, height: 700 };

test.each([
  { machines: [8], width: 264, height: 76, isNamed: true },
  { machines: [6, 6, 6, 6], width: 176, height: 76, isNamed: true },
  { machines: [20, 18], width: 220, height: 76, isNamed: true },
  { machines: [30, 30], width: 176, height: 52, isNamed: true },
  { machines: [60, 50], width: 96, height: 52, isNamed: true },
  { machines: [500], width: 32, height: 32, isNamed: false },
  { machines: [5_000], width: 28, height: 28, isNamed: false },
])("tiles of $machines machines are $width px wide, named: $isNamed", ({ machines, ...tile }) => {
  expect(boardTile(desk, machines)).toMatchObject(tile);
});

test("a finger finds each tile, however many there are", () => {
  expect(boardTile({ width: 366, height: 500 }, [900], leastForFingers).width).toBe(leastForFingers);
});

test("machines stand by region, those without one last, each group in the order of before", () => {
  const cards = [
    ["A", "South"],
    ["B", ""],
    ["C", "North"],
    ["D", "South"],
  ].map(([name, region]) => ({ record: { name, region } }) as MachineCard);

  const groups = byRegion(cards).map((group) => [group.region, group.cards.map(({ record }) => record.name).join("")]);

  expect(groups).toEqual([
    ["North", "C"],
    ["South", "AD"],
    ["No region", "B"],
  ]);
});
