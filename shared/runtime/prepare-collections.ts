import type { Collection, Db, Document } from "mongodb";
import { records } from "../events/records.ts";
import { keptSeconds } from "./collection.ts";
import { declarations } from "./collections.ts";

/** Keep the record as it was for ten minutes, for who hears that it left or was deleted. */
const keepingBefore = new Set<string>(records.flatMap((card) => (card.keepsBefore ? card.collection : [])));

const timeSeriesOptions = { timeField: "receivedAt", metaField: "meta", granularity: "seconds" as const };

/** Creates what is missing; safe to run from every process at once and at every start. */
export const prepareCollections = async (db: Db): Promise<void> => {
  const present = new Map((await db.listCollections().toArray()).map((found) => [found.name, found]));
  await Promise.all(
    Object.entries(declarations).map(async ([name, { timeSeries, indexes = [] }]) => {
      const options = timeSeries
        ? { timeseries: timeSeriesOptions, expireAfterSeconds: keptSeconds }
        : keepingBefore.has(name)
          ? { changeStreamPreAndPostImages: { enabled: true } }
          : {};
      const found = present.get(name) as { options?: Document } | undefined;
      if (!found) await createUnlessThere(db, name, options);
      // Asked for anew it would wait for every open transaction, and keep everybody else waiting meanwhile.
      else if (keepingBefore.has(name) && !found.options?.changeStreamPreAndPostImages?.enabled)
        await db.command({ collMod: name, ...options });
      if (indexes.length > 0)
        await (db.collection(name) as Collection<Document>).createIndexes(
          indexes.map(({ taken: _, ...index }) => index),
        );
    }),
  );
};

const namespaceExists = 48;
const createUnlessThere = async (db: Db, name: string, options: Document) => {
  try {
    await db.createCollection(name, options);
  } catch (error) {
    if ((error as { code?: number }).code !== namespaceExists) throw error;
  }
};
