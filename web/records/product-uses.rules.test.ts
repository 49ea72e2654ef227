import { expect, test } from "vitest";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { usesText } from "./product-uses.ts";

test.each<[number | undefined, string]>([
  [undefined, "\u00a0"],
  [0, "In no profile"],
  [1, "In 1 profile"],
  [3, "In 3 profiles"],
])("a product of %s profiles reads '%s'", (count, text) => {
  const profiles = count === undefined ? undefined : Array.from({ length: count }, () => ({}) as ProductProfile);
  expect(usesText(profiles)).toBe(text);
});
