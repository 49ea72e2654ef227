import type { Document, IndexDescription } from "mongodb";
import { records } from "#shared/events/records.ts";
import type { Declaration } from "#shared/runtime/collection.ts";
import type { Retention } from "#shared/runtime/retention.ts";

export type NamedIndex = IndexDescription & { name: string };

/** A collection as MongoDB is to have it. */
export interface Wanted {
  name: string;
  /** Null where it is no time-series; the seconds after which its rows go. */
  timeSeries: { expireAfterSeconds: number } | null;
  keepsBefore: boolean;
  indexes: NamedIndex[];
}

/** Collections that keep pre-images for ten minutes, for the events of records that left or were deleted. */
const keepingBefore = new Set<string>(
  records.flatMap((definition) => (definition.keepsBefore ? definition.collection : [])),
);

/** The declaration with the times for which this deployment keeps things. */
export const wantedOf = (
  name: string,
  { timeSeries, indexes = [] }: Pick<Declaration, "timeSeries" | "indexes">,
  retention: Retention,
): Wanted => ({
  name,
  timeSeries: timeSeries ? { expireAfterSeconds: retention[timeSeries.kept] } : null,
  keepsBefore: keepingBefore.has(name),
  indexes: indexes.map(({ taken: _, kept, ...index }) => ({
    ...index,
    ...(kept ? { expireAfterSeconds: retention[kept] } : {}),
  })),
});

/** How the collection is created. */
export const createOptions = ({ timeSeries, keepsBefore }: Wanted): Document => ({
  ...(timeSeries ? { timeseries: { timeField: "receivedAt", metaField: "meta", granularity: "seconds" } } : {}),
  ...timeSeries,
  ...(keepsBefore ? { changeStreamPreAndPostImages: { enabled: true } } : {}),
});
