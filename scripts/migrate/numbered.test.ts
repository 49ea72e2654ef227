import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { databaseVersion } from "#shared/runtime/migrated.ts";
import { firstVersion, numbered } from "./numbered.ts";

const files = readdirSync(import.meta.dirname)
  .filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name))
  .sort();

test("the files are numbered without a gap, and each is in the list at its place", async () => {
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => firstVersion + 1 + index));
  const migrations = await Promise.all(
    files.map((name) => import(pathToFileURL(join(import.meta.dirname, name)).href)),
  );
  expect(numbered).toEqual(migrations.map(({ migration }) => migration));
});

test("services know the version that the last of them brings", () => {
  expect(databaseVersion).toBe(firstVersion + numbered.length);
});
