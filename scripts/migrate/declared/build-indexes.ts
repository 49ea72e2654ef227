import type { Db, MongoServerError } from "mongodb";
import { isTaken } from "#shared/runtime/mongo.ts";
import type { NamedIndex } from "./wanted.ts";

interface Operation {
  progress?: { done: number; total: number };
}

const sayEveryMs = 5_000;

/**
 * Builds a collection's missing indexes, all of them in one reading of it, and says every five seconds how far it is.
 * Reads and writes go on meanwhile. Throws a sentence where documents that stand contradict a unique one.
 */
export const buildIndexes = async (
  db: Db,
  collection: string,
  indexes: NamedIndex[],
  say: (line: string) => void,
): Promise<void> => {
  const names = indexes.map(({ name }) => name).join(", ");
  const startedAt = Date.now();
  const timer = setInterval(() => {
    void howFar(db, collection).then((far) => {
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      say(`Database: building ${names} of ${collection} ... ${far}${seconds} s`);
    });
  }, sayEveryMs);
  try {
    await db.collection(collection).createIndexes(indexes);
  } catch (error) {
    if (isTaken(error)) throw new Error(contradiction(collection, error));
    throw error;
  } finally {
    clearInterval(timer);
  }
};

/** Names fields, never values, which may be somebody's phone. */
const contradiction = (collection: string, { keyPattern = {} }: MongoServerError): string =>
  `Several documents of ${collection} have the same ${Object.keys(keyPattern).join(" and ")}, and only one may: ` +
  "correct them, then migrate again. Nothing else was lost.";

/** Only users with a right to all operations get the progress; others get the seconds. */
const howFar = async (db: Db, collection: string): Promise<string> => {
  try {
    const { cursor } = await db.admin().command({
      aggregate: 1,
      pipeline: [
        { $currentOp: { allUsers: true } },
        { $match: { ns: `${db.databaseName}.${collection}`, msg: /^Index Build/, "progress.total": { $gt: 0 } } },
      ],
      cursor: {},
    });
    const { done, total } = (cursor.firstBatch as Operation[])[0]?.progress ?? {};
    return done !== undefined && total ? `${Math.floor((100 * done) / total)} %, ` : "";
  } catch {
    return "";
  }
};
