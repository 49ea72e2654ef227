import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../..");
const inter = join(root, "node_modules/@fontsource-variable/inter/files");
const primeicons = join(root, "node_modules/primeicons");
const made = join(root, "dist/.fonts");

/** What style sheets write in place of the folder that the fonts are made in. */
const alias = "lean-fonts";

/** The sheets use 400, 500 and 600; `strong` is 700. */
const weights = { wght: { min: 400, max: 700 } };
/** What browsers apply by default, and the figures of one width that the sheets use. */
const features = "calt ccmp clig curs kern liga locl mark mkmk rclt rlig rvrn tnum".split(" ");
/** Who made the font, and its licence, stay in it. */
const names = [0, 13, 14];

type Range = readonly [from: number, to?: number];
/** As in web/ui/fonts.css. */
const latin: Range[] = [
  ...([[0x20, 0x7e], [0xa0, 0xff], [0x131], [0x152, 0x153], [0x2bb, 0x2bc], [0x2c6], [0x2da], [0x2dc]] as const),
  ...([[0x304], [0x308], [0x329], [0x2000, 0x206f], [0x20ac], [0x2122], [0x2191], [0x2193]] as const),
  ...([[0x2212], [0x2215], [0xfeff], [0xfffd]] as const),
];
const textOf = (ranges: Range[]) =>
  ranges
    .flatMap(([from, to = from]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    .map((code) => String.fromCodePoint(code))
    .join("");

const cutInter = async (file: string, text: string): Promise<Buffer> =>
  subsetFont(await readFile(join(inter, file)), text, {
    targetFormat: "woff2",
    variationAxes: weights,
    keepFeatures: features,
    preserveNameIds: names,
  });

const isRead = /(?<!\.test)\.(tsx?|css|html)$/;

/** Every name of an icon that the client or what it shares with the gateway writes, whole, as a name is written. */
export const iconsIn = async (folders: string[]): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile() && isRead.test(one.name))) {
      const text = await readFile(join(entry.parentPath, entry.name), "utf8");
      for (const [name] of text.matchAll(/\bpi-[a-z0-9-]*/g)) found.add(name);
    }
  }
  return found;
};

const iconRule = /\.(pi-[a-z0-9-]+):before\s*\{\s*content:\s*"\\([0-9a-f]+)";?\s*\}\s*/g;

/** The sheet of the icons with the used ones alone, and what the font must contain for it. */
export const leanIcons = (sheet: string, used: ReadonlySet<string>) => {
  let text = "";
  const rules = sheet.replace(iconRule, (rule, name: string, code: string) => {
    if (!used.has(name)) return "";
    text += String.fromCodePoint(Number.parseInt(code, 16));
    return rule;
  });
  const face = 'src: url("./primeicons.woff2") format("woff2");';
  return { text, css: rules.replace(/src: url\('\.\/fonts\/primeicons\.eot'\);\s*src:[^;]+;/, face) };
};

const make = async (folder: string, icons: ReturnType<typeof leanIcons>): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = {
    "primeicons.css": icons.css,
    "primeicons.woff2": await subsetFont(await readFile(join(primeicons, "fonts/primeicons.ttf")), icons.text, {
      targetFormat: "woff2",
      preserveNameIds: names,
    }),
    "inter-latin.woff2": await cutInter("inter-latin-wght-normal.woff2", textOf(latin)),
    // Of the 85 kB of extended letters, pages with money need only this one.
    "inter-rupee.woff2": await cutInter("inter-latin-ext-wght-normal.woff2", "₹"),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
};

/** Makes the fonts where they are not made yet for these icons, by this code; answers where they stand. */
const makeFonts = async (): Promise<string> => {
  const icons = leanIcons(
    await readFile(join(primeicons, "primeicons.css"), "utf8"),
    await iconsIn([join(root, "web"), join(root, "shared")]),
  );
  const versions = await Promise.all(
    [inter, primeicons].map((at) => readFile(join(at.replace(/files$/, ""), "package.json"))),
  );
  const hash = createHash("sha256")
    .update(icons.css)
    .update(await readFile(import.meta.filename));
  for (const version of versions) hash.update(version);
  const folder = join(made, hash.digest("hex").slice(0, 12));
  if (existsSync(folder)) return folder;
  await make(`${folder}.making`, icons);
  await rename(`${folder}.making`, folder);
  return folder;
};

/** Fetched beside the style sheet, which would name them a round trip later. */
const atOnce = /assets\/(inter-latin(?!-ext)|primeicons)-[\w-]+\.woff2$/;

/**
 * Fonts with what the console shows and nothing else: Inter between the weights that the sheets use, the rupee sign in
 * a file of its own, the icons whose names stand in the source. 40 kB in place of 84, and 1 kB in place of 86 where
 * money is.
 */
export const leanFonts = (): Plugin => ({
  name: "lean-fonts",
  config: async () => ({ resolve: { alias: { [alias]: await makeFonts() } } }),
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => atOnce.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/inventory/v1.2/${name}` },
          injectTo: "head-prepend" as const,
        })),
  },
});
