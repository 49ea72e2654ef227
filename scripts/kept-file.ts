import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import type * as z from "zod";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";

/** What a kept file holds; `none` where there is none yet, or it cannot be read. */
export const readKeptFile = async <T>(file: string, schema: z.ZodType<T>, none: T): Promise<T> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return none;
  }
};

/**
 * Keeps `content` in a file beside a trial's data, readable by its owner only and whole at each moment. Each call of
 * what it returns resolves once the file is as `content` is by then: what changes while it is written is written
 * together afterwards.
 */
export const createKeptFile = (file: string, content: () => unknown): (() => Promise<void>) =>
  createSharedRun(async () => {
    const aside = `${file}.new`;
    await writeFile(aside, `${JSON.stringify(content())}\n`, { mode: 0o600 });
    await chmod(aside, 0o600);
    await rename(aside, file);
  });
