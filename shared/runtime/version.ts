import { readFileSync } from "node:fs";

/**
 * The version of package.json. It stands two folders above the sources of this file, and above each `main.js` in dist/,
 * into which it is built.
 */
export const version: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
