import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const theme = readFileSync("web/ui/theme.css", "utf8");
const base = readFileSync("web/ui/base.css", "utf8");
const guide = readFileSync("docs/look.md", "utf8");

type Pair = [light: string, dark: string];
const token = /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;
const tokens = new Map<string, Pair>(
  [...theme.matchAll(token)].map(([, name = "", light = "", dark = ""]) => [name, [light, dark]]),
);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
function ofToken(name: string): Pair {
  const pair = tokens.get(name);
  if (!pair) throw new Error(`No token ${name}`);
  return pair;
}
function worst(text: string, ground: string): number {
  const [a, b] = [ofToken(text), ofToken(ground)];
  return Math.min(contrast(a[0], b[0]), contrast(a[1], b[1]));
}

const grounds = ["page", "surface", "sunken", "over", "hover", "row-danger", "row-danger-hover", "accent-soft"];
const words = ["text", "muted", "accent"];
const states = ["danger", "warn", "ok", "info"];
const readable = [
  ...grounds.flatMap((ground) => words.map((word) => [word, ground] as const)),
  ...["page", "surface", "over"].flatMap((ground) => states.map((state) => [state, ground] as const)),
  ...["danger", "warn", "ok", "quiet"].map((tone) => [`chip-${tone}`, `chip-${tone}-ground`] as const),
  ["on-accent", "accent"] as const,
  ["on-accent", "accent-strong"] as const,
  ...Array.from({ length: 8 }, (_, tint) => ["text", `tint-${tint}`] as const),
];

it.each(readable)("%s can be read on %s, light and dark", (word, ground) => {
  expect(worst(word, ground)).toBeGreaterThanOrEqual(5.3);
});

/** How much of the accent a glow lays upon its ground. */
const glowing =
  Number(/@keyframes glow \{[^}]*background-color: color-mix\(in srgb, var\(--accent\) (\d+)%/.exec(base)?.[1]) / 100;
const beneathGlow = (ground: string, accent: string): string => {
  const mixed = [1, 3, 5].map((at) => {
    const [under = 0, over = 0] = [ground, accent].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(over * glowing + under * (1 - glowing));
  });
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
};
it.each(grounds)("what has just changed can be read while it glows on %s, light and dark", (ground) => {
  for (const theme of [0, 1] as const) {
    const [under, accent] = [ofToken(ground)[theme], ofToken("accent")[theme]];
    for (const word of [...words, ...states])
      expect(contrast(ofToken(word)[theme], beneathGlow(under, accent)), word).toBeGreaterThanOrEqual(4.5);
  }
});

it.each(["page", "surface", "over"])("the border of a field can be seen on %s", (ground) => {
  expect(worst("field", ground)).toBeGreaterThanOrEqual(3);
});

it.each(["page", "surface", "sunken", "over"])("the outline of a drawing can be seen on %s", (ground) => {
  expect(worst("drawn", ground)).toBeGreaterThanOrEqual(3);
});

/** A container's state stands on its own background, and that on a card. */
const edges = ["ok", "warn", "danger"].flatMap((tone) => [
  [`tile-${tone}`, "surface"] as const,
  [`tile-${tone}`, `chip-${tone}-ground`] as const,
]);
it.each(edges)("the edge %s of a container can be seen on %s, light and dark", (edge, ground) => {
  expect(worst(edge, ground)).toBeGreaterThanOrEqual(3);
});

it("containers have no other edges than those that were looked at", () => {
  const sheets = [
    "records/container-looks.css",
    "features/containers/tiles.css",
    "features/control-units/container-picker.css",
  ];
  const css = sheets.map((sheet) => readFileSync(`web/${sheet}`, "utf8")).join("\n");
  const used = [...css.matchAll(/border(?:-color)?: (?:1px solid )?([^;]+);/g)].map(([, edge]) => edge);
  expect(used.length).toBeGreaterThan(8);
  // Picked ones are the accent itself; faint and missing ones are there to be overlooked.
  const known = ["tile-ok", "tile-warn", "tile-danger", "drawn", "muted", "accent"].map((name) => `var(--${name})`);
  expect(used.filter((edge = "") => ![...known, "transparent", "0"].includes(edge))).toEqual([]);
});

const sheets = readdirSync("web", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => [file, readFileSync(`web/${file}`, "utf8")] as const);

it("where less motion is wanted nothing moves for as long as something lasts", () => {
  expect(theme).toMatch(/\(prefers-reduced-motion: reduce\) \{\s*:root \{[^}]*--lasting: 0s;/);
  const lasting = sheets.flatMap(([file, text]) =>
    [...text.matchAll(/^.*\binfinite\b.*$/gm)].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(lasting.length).toBeGreaterThan(5);
  expect(lasting.filter((line) => !line.includes("* var(--lasting))"))).toEqual([]);
});

it("a class gets its own rule in one part of the console: all sheets are one file when built", () => {
  const parts = new Map<string, Set<string>>();
  for (const [path, text] of sheets) {
    const part = /^(?:features\/)?[^/]+/.exec(path)?.[0] ?? path;
    for (const [, name = ""] of text.matchAll(/^\.([\w-]+) \{$/gm))
      parts.set(name, (parts.get(name) ?? new Set()).add(part));
  }
  expect(parts.size).toBeGreaterThan(500);
  expect([...parts].filter(([, { size }]) => size > 1).map(([name, where]) => `${name}: ${[...where]}`)).toEqual([]);
});

it("native controls follow the theme that was chosen", () => {
  for (const shown of ["light", "dark"])
    expect(theme).toContain(`:root[data-theme="${shown}"] {\n  color-scheme: ${shown};`);
});

/** What a chart draws, and on what: a bar on its card, hovered too, an open bar's edge inside and out, the line's ground. */
const drawn = [
  ["filled", "surface"],
  ["filled", "line"],
  ["accent-strong", "surface"],
  ["filled", "accent-soft"],
  ["text", "surface"],
  ["surface", "filled"],
  ["surface", "accent-strong"],
  ["muted", "surface"],
] as const;
it.each(drawn)("%s of a chart can be seen on %s, light and dark", (shape, ground) => {
  expect(worst(shape, ground)).toBeGreaterThanOrEqual(3);
});
it("charts draw with no other colours than those", () => {
  const css = readFileSync("web/ui/chart/chart.css", "utf8");
  const used = [...css.matchAll(/(?:fill|stroke): var\(--([\w-]+)\)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(5);
  // Hairlines of the scale say nothing by themselves.
  const known = new Set<string | undefined>([...drawn.flat(), "line"]);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

it("docs/look.md shows the colours that the theme has", () => {
  const shown = [
    "page",
    "surface",
    "sunken",
    "line",
    "edge",
    "field",
    "text",
    "muted",
    "accent",
    "accent-soft",
    ...states,
  ];
  const missing = shown.flatMap((name) => tokens.get(name) ?? [name]).filter((colour) => !guide.includes(colour));
  expect(missing).toEqual([]);
});

it("a disabled button says why: `whyNot`, not `disabled`, but for the ends of a row of pages", () => {
  const files = readdirSync("web", { recursive: true, encoding: "utf8" });
  const resting = files.filter(
    (file) =>
      /^(?!gallery|dist|.*\.test\.).*\.tsx$/.test(file) &&
      /<(?:Icon)?Button\b(?:[^<>]|=>)*?\sdisabled\b/.test(readFileSync(`web/${file}`, "utf8")),
  );
  expect(resting).toEqual(["ui/table/Pagination.tsx"]);
});
