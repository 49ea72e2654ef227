import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { KeptCredentials } from "./own-secret.ts";

/** A secret alone is what units kept that were given nothing else. */
const Kept = z.record(z.string(), z.union([z.string(), z.object({ secret: z.string(), commandKey: z.string() })]));
type Kept = z.infer<typeof Kept>;

/**
 * What real units keep in their flash memory: the credentials that a trial's units were given. One file beside the
 * trial's data, readable by its owner only.
 */
export const openKeptSecrets = async (dataDir: string) => {
  const file = join(dataDir, "simulated-units.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const secrets = new Map(Object.entries(parsed(text)));
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const aside = `${file}.new`;
    await writeFile(aside, `${JSON.stringify(Object.fromEntries(secrets), null, 2)}\n`, { mode: 0o600 });
    await chmod(aside, 0o600);
    await rename(aside, file);
  };

  return {
    read: (serialNumber: string): KeptCredentials | null => {
      const kept = secrets.get(serialNumber);
      return typeof kept === "string" ? { secret: kept, commandKey: null } : (kept ?? null);
    },
    /** Resolves once it is on disk. */
    keep: (serialNumber: string, { secret, commandKey }: KeptCredentials): Promise<void> => {
      secrets.set(serialNumber, commandKey === null ? secret : { secret, commandKey });
      writing = writing.then(write, write);
      return writing;
    },
  };
};

/** A file that cannot be read is as good as none: the units request registration. */
const parsed = (text: string): Kept => {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return {};
  }
};
