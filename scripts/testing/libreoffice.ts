import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { onPath } from "../services/engine.ts";
import { temporaryFolder } from "./temporary.ts";

/** LibreOffice's program, or null where it is not installed. */
export const libreOffice = onPath("soffice", process.env.PATH) ?? onPath("libreoffice", process.env.PATH);

/** A cell as LibreOffice understood it: what it takes it for, and what it shows. A moment is by the sheet's own clock. */
export interface OfficeCell {
  kind: "nothing" | "text" | "number" | "moment" | "formula" | "other";
  value: string | number | null;
  shown: string;
}
export interface OfficeSheet {
  name: string;
  rows: OfficeCell[][];
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const plain = (xml: string): string =>
  xml.replace(/<[^>]+>/g, "").replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? "");

const attribute = (tag: string, name: string): string | null => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

const readCell = (tag: string, content: string): OfficeCell => {
  const shown = plain(/<text:p[^>]*>(.*?)<\/text:p>/s.exec(content)?.[1] ?? "");
  const kind = attribute(tag, "office:value-type");
  if (attribute(tag, "table:formula") !== null) return { kind: "formula", value: null, shown };
  if (kind === null) return { kind: "nothing", value: null, shown };
  if (kind === "string") return { kind: "text", value: shown, shown };
  if (kind === "float") return { kind: "number", value: Number(attribute(tag, "office:value")), shown };
  if (kind === "date") return { kind: "moment", value: attribute(tag, "office:date-value"), shown };
  return { kind: "other", value: null, shown };
};

/** The first sheet of a flat OpenDocument file, without the empty cells and rows that end it. */
const readFlat = (xml: string): OfficeSheet => {
  const [, head = "", table = ""] = /<table:table ([^>]*)>(.*?)<\/table:table>/s.exec(xml) ?? [];
  const rows = [...table.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = ""]) => {
    const cells = [...row.matchAll(/<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)];
    const read = cells.flatMap(([, tag = "", content = ""]) => {
      const cell = readCell(tag, content);
      const times = Number(attribute(tag, "table:number-columns-repeated") ?? 1);
      return Array.from({ length: cell.kind === "nothing" ? Math.min(times, 64) : times }, () => cell);
    });
    while (read.at(-1)?.kind === "nothing") read.pop();
    return read;
  });
  while (rows.at(-1)?.length === 0) rows.pop();
  return { name: plain(attribute(` ${head}`, "table:name") ?? ""), rows };
};

/** Opens spreadsheets with LibreOffice, and says what it found in the first sheet of each. */
export const openWithLibreOffice = async (paths: readonly string[]): Promise<OfficeSheet[]> => {
  if (!libreOffice) throw new Error("LibreOffice is not installed here");
  const folder = await temporaryFolder("office");
  try {
    // Its own profile: beside one that runs already it would answer nothing.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder.path, "profile")).href}`;
    const out = join(folder.path, "out");
    const args = [profile, "--headless", "--norestore", "--convert-to", "fods", "--outdir", out, ...paths];
    await promisify(execFile)(libreOffice, args, { env: { ...process.env, LC_ALL: "C.UTF-8" }, timeout: 120_000 });
    const made = paths.map((path) => join(out, basename(path).replace(/\.xlsx$/, ".fods")));
    return await Promise.all(made.map(async (path) => readFlat(await readFile(path, "utf8"))));
  } finally {
    await folder.remove();
  }
};
