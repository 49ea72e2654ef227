import { expect, test } from "vitest";
import { Page, pageListAround } from "./paging.ts";

test.each([
  { active: 1, pages: 0, list: [] },
  { active: 1, pages: 3, list: [1, 2, 3] },
  { active: 1, pages: 20, list: [1, 2, 3, 4, 5, 6, 7] },
  { active: 10, pages: 20, list: [7, 8, 9, 10, 11, 12, 13] },
  { active: 20, pages: 20, list: [14, 15, 16, 17, 18, 19, 20] },
  { active: 99, pages: 20, list: [14, 15, 16, 17, 18, 19, 20] },
])("page $active of $pages offers $list", ({ active, pages, list }) => {
  expect(pageListAround(active, pages)).toEqual(list);
});

test.each(["0", "-1", "1.5", "two", "", "1e9x", "1e3", "0x10", " 1"])("page %j is refused", (page) => {
  expect(Page.safeParse(page).success).toBe(false);
});

test("a missing page is the first", () => {
  expect(Page.parse(undefined)).toBe(1);
});
