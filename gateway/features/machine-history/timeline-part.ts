import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";

/** Entries of one kind older than a bound, newest first. */
export interface TimelinePart {
  entries: TimelineEntry[];
  isAll: boolean;
  /** Nothing newer than this is missing. Null where that is the oldest of the entries. */
  reach?: Date | null;
}
