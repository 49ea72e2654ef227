import { join } from "node:path";
import * as z from "zod";
import { createKeptFile, readKeptFile } from "../kept-file.ts";
import type { KeptCredentials } from "./own-secret.ts";

/** A secret alone is what units kept that were given nothing else. */
const Kept = z.record(z.string(), z.union([z.string(), z.object({ secret: z.string(), commandKey: z.string() })]));

/**
 * Credentials that a trial's units were given, as real units keep them in their flash memory. One file beside the
 * trial's data, readable by its owner only.
 */
export const openKeptSecrets = async (dataDir: string) => {
  const file = join(dataDir, "simulated-units.json");
  // A file that cannot be read is as good as none: the units request registration.
  const secrets = new Map(Object.entries(await readKeptFile(file, Kept, {})));
  const save = createKeptFile(file, () => Object.fromEntries(secrets));
  return {
    read: (serialNumber: string): KeptCredentials | null => {
      const kept = secrets.get(serialNumber);
      return typeof kept === "string" ? { secret: kept, commandKey: null } : (kept ?? null);
    },
    /** Resolves once it is on disk. */
    keep: (serialNumber: string, { secret, commandKey }: KeptCredentials): Promise<void> => {
      secrets.set(serialNumber, commandKey === null ? secret : { secret, commandKey });
      return save();
    },
  };
};
