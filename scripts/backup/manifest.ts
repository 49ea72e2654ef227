import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";

/** Written last: a folder without it is no backup. */
export const manifestName = "backup.json";

const StoredCollection = z.object({
  name: z.string(),
  /** Name of the file in the folder; the collection's documents as BSON, one behind another, compressed with gzip. */
  file: z.string().regex(/^[\w.-]+$/),
  documents: z.number().int(),
  /** Hash of the file as it is on the disk. */
  sha256: z.string(),
  /** As MongoDB listed them, in Extended JSON. */
  options: z.string(),
  indexes: z.string(),
});
export type StoredCollection = z.infer<typeof StoredCollection>;

const Manifest = z.object({
  format: z.literal(1),
  /** Version of the Cansole that made the backup. */
  version: z.string(),
  databaseVersion: z.number().int(),
  /** The moment that was read, by MongoDB's clock. */
  takenAt: z.iso.datetime(),
  /** Tells whether JWT_SECRET is the same one, and nothing else about it. Null where none was known. */
  secretPrint: z.string().nullable(),
  /** Files of a trial's data directory, which stand in the folder `trial`. */
  trialFiles: z.array(z.string().regex(/^[\w-]+(\.json)?$/)),
  collections: z.array(StoredCollection),
});
export type Manifest = z.infer<typeof Manifest>;

/** What a trial keeps beside its databases: its secret, payments, customers, units and their key of the intake. */
export const trialFiles = [
  "jwt-secret",
  "payments.json",
  "simulated-customers.json",
  "simulated-units.json",
  "simulator-api-key",
];

/** 64 bits of a hash: the secret itself is at least 32 characters, which nobody can search. */
export const printOf = (secret: string | undefined): string | null =>
  secret === undefined ? null : createHash("sha256").update(`cansole backup ${secret}`).digest("hex").slice(0, 16);

const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

/** Reads the manifest and compares every file with it. Throws a sentence for what is missing or not as it was written. */
export const readBackup = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => null);
  if (text === null)
    throw new Error(`${folder} is not a complete backup: ${manifestName}, which is written last, is missing.`);
  const read = Manifest.safeParse(parsed(text));
  if (!read.success) throw new Error(`${join(folder, manifestName)} cannot be read by this Cansole.`);
  for (const { file, sha256 } of read.data.collections) {
    const found = await hashOfFile(join(folder, file)).catch(() => null);
    if (found === null) throw new Error(`${folder} is not complete: ${file} is missing.`);
    if (found !== sha256)
      throw new Error(`${join(folder, file)} has changed since it was written: use another backup.`);
  }
  return read.data;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
