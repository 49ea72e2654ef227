import { expect, test } from "vitest";
import { eachLimited } from "./limit.ts";

test("so many at a time are under way, begun in their order, and those that fail stop nobody", async () => {
  let underWay = 0;
  let most = 0;
  const begun: number[] = [];
  const failures = await eachLimited([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (item % 3 === 0) throw item;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
  expect(failures).toEqual([3, 6]);
});
