import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../launcher/ground.ts";
import type { CheckedRoute } from "./check-routes.ts";

/** What was seen of one console at one width. */
export interface SeenPart {
  database: string;
  width: number;
  /** When the last of its routes was seen, ISO. */
  seenAt: string;
  routes: CheckedRoute[];
  /** Signed out: what does not lead to the login page, and what is wrong with that one. */
  signedOut: string[];
}

const folder = join(root, "dist/routes-seen");
const fileOf = (database: string, width: number) => join(folder, `${database}-${width}.json`);

/** Kept beside what was built, so that the parts may be seen one after another. */
export const keepPart = async (part: SeenPart): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(part.database, part.width), JSON.stringify(part));
};

export const readPart = async (database: string, width: number): Promise<SeenPart | null> => {
  const file = fileOf(database, width);
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as SeenPart) : null;
};
