import type { Db, Document } from "mongodb";
import { declarations } from "#shared/runtime/collections.ts";
import type { Retention } from "#shared/runtime/retention.ts";
import { buildIndexes } from "./build-indexes.ts";
import { planIndexes } from "./index-plan.ts";
import { createOptions, type NamedIndex, type Wanted, wantedOf } from "./wanted.ts";

interface DeclaredOrder {
  db: Db;
  retention: Retention;
  /** The indexes that Cansole made, by collection. */
  made: Record<string, string[]>;
  /** Those of them that an earlier run found no longer declared, `collection.index`, and when. */
  unused: Record<string, Date>;
  say: (line: string) => void;
  check: () => void;
}

interface Found {
  name: string;
  options?: Document;
}

/** What is Cansole's own afterwards. */
interface Own {
  indexes: Record<string, string[]>;
  unused: Record<string, Date>;
}

const namespaceExists = 48;
/** Gateways and workers of the previous version run for a while, and read by the previous indexes. */
const unusedForMs = 86_400_000;

/**
 * Makes collections, options and indexes as they are declared beside their documents: what is missing is made, a time
 * that is another is changed, an index of Cansole's own that has not been declared for a day is dropped.
 */
export const makeAsDeclared = async (order: DeclaredOrder): Promise<Own> => {
  const { db, retention, say } = order;
  const found = new Map((await db.listCollections().toArray()).map((one: Found) => [one.name, one]));
  const wanted = Object.entries(declarations).map(([name, declared]) => wantedOf(name, declared, retention));
  const missing = wanted.filter(({ name }) => !found.has(name));
  await Promise.all(missing.map((one) => create(db, one)));
  if (missing.length > 0) say(`Database: made ${namesOrCount(missing)}.`);
  // One collection after another: a large one needs the server's memory for its indexes.
  const own: Own = { indexes: {}, unused: {} };
  for (const one of wanted) {
    const stands = found.get(one.name);
    const left = stands ? await change(order, one, stands) : {};
    own.indexes[one.name] = [...one.indexes.map(({ name }) => name), ...Object.keys(left)];
    for (const [index, since] of Object.entries(left)) own.unused[`${one.name}.${index}`] = since;
  }
  return own;
};

const namesOrCount = (collections: Wanted[]): string =>
  collections.length > 5
    ? `${collections.length} collections with their indexes`
    : collections.map(({ name }) => name).join(", ");

/** Nobody uses it yet, so its indexes cost nothing. */
const create = async (db: Db, wanted: Wanted): Promise<void> => {
  try {
    await db.createCollection(wanted.name, createOptions(wanted));
  } catch (error) {
    if ((error as { code?: number }).code !== namespaceExists) throw error;
  }
  if (wanted.indexes.length > 0) await db.collection(wanted.name).createIndexes(wanted.indexes);
};

const days = (seconds: number): string => `${seconds / 86_400} days`;

/** Answers the unused indexes that it left, each with since when. */
const change = async (order: DeclaredOrder, wanted: Wanted, found: Found): Promise<Record<string, Date>> => {
  const { db, made, say, check } = order;
  const { name } = wanted;
  check();
  await changeOptions(order, wanted, found);
  const standing = (await db.collection(name).listIndexes().toArray()) as NamedIndex[];
  const { build, keepFor, replaced, obsolete } = planIndexes(wanted.indexes, standing, made[name] ?? []);
  for (const index of keepFor) {
    await db.command({ collMod: name, index });
    say(`Database: ${name} are kept for ${days(index.expireAfterSeconds)} from now on.`);
  }
  for (const old of replaced) await db.collection(name).dropIndex(old);
  if (build.length > 0) {
    check();
    await buildIndexes(db, name, build, say);
    say(`Database: built ${build.map((index) => index.name).join(", ")} of ${name}.`);
  }
  return dropUnused(order, name, obsolete);
};

const changeOptions = async ({ db, say }: DeclaredOrder, wanted: Wanted, { options = {} }: Found): Promise<void> => {
  const { name, timeSeries, keepsBefore } = wanted;
  if (timeSeries && Number(options.expireAfterSeconds) !== timeSeries.expireAfterSeconds) {
    await db.command({ collMod: name, ...timeSeries });
    say(`Database: ${name} is kept for ${days(timeSeries.expireAfterSeconds)} from now on.`);
  }
  // Setting it again would wait for every open transaction, and block everybody else meanwhile.
  if (keepsBefore !== Boolean(options.changeStreamPreAndPostImages?.enabled)) {
    await db.command({ collMod: name, changeStreamPreAndPostImages: { enabled: keepsBefore } });
    say(`Database: ${name} ${keepsBefore ? "keeps" : "no longer keeps"} how a record was before each change.`);
  }
};

const dropUnused = async (
  { db, unused, say }: DeclaredOrder,
  collection: string,
  obsolete: string[],
): Promise<Record<string, Date>> => {
  const left: Record<string, Date> = {};
  for (const index of obsolete) {
    const since = unused[`${collection}.${index}`];
    if (since && Date.now() - since.getTime() >= unusedForMs) {
      await db.collection(collection).dropIndex(index);
      say(`Database: dropped ${index} of ${collection}, which is no longer used.`);
      continue;
    }
    left[index] = since ?? new Date();
    if (!since) say(`Database: ${index} of ${collection} is no longer used; a migration in a day or later drops it.`);
  }
  return left;
};
