import { expect, it } from "vitest";
import { navGroups } from "./nav-links.ts";
import { openGroups } from "./open-groups.ts";

const foldedAt = (height: number, here = "Watch", chosen: readonly string[] = []) => {
  const open = openGroups(navGroups, { height, here, chosen });
  return navGroups.flatMap(({ title }) => (open.has(title) ? [] : [title]));
};

it("groups fold for want of room alone, the last ones first", () => {
  expect(foldedAt(1200)).toEqual([]);
  expect(foldedAt(900)).toEqual(["Machines", "System"]);
  expect(foldedAt(768)).toEqual(["People", "Machines", "System"]);
  expect(foldedAt(0)).toEqual(["Goods", "People", "Machines", "System"]);
});

it("the present page's group and those that were opened make room for themselves; what was folded stays so", () => {
  expect(foldedAt(900, "System")).toEqual(["People", "Machines"]);
  expect(foldedAt(900, "Watch", ["Machines"])).toEqual(["People", "System"]);
  expect(foldedAt(1200, "Watch", ["-Goods"])).toEqual(["Goods"]);
  expect(foldedAt(0, "Goods", ["-Goods"])).toEqual(["People", "Machines", "System"]);
});
