import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconsIn, leanIcons } from "./lean-fonts.ts";

const sheet = readFileSync("node_modules/primeicons/primeicons.css", "utf8");

test("the sheet of the icons keeps the used ones, with their signs, and the font that is made for them", () => {
  const { css, text } = leanIcons(sheet, new Set(["pi-bell", "pi-plus"]));

  expect([...css.matchAll(/\.(pi-[\w-]+):before \{/g)].map(([, name]) => name).sort()).toEqual(["pi-bell", "pi-plus"]);
  expect([...text]).toHaveLength(2);
  expect([...css.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url)).toEqual(['"./primeicons.woff2"']);
});

test("icons are found by their whole names, those of PrimeReact's parts and of what the gateway says included", async () => {
  const used = await iconsIn(["web", "shared"]);

  expect(used).toContain("pi-bell");
  expect(used).toContain("pi-filter-fill");
});

test("no part of the client makes an icon's name of pieces, which would not be found", async () => {
  const used = await iconsIn(["web", "shared"]);

  expect([...used].filter((name) => name.endsWith("-"))).toEqual([]);
});
