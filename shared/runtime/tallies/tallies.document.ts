import type { ObjectId } from "mongodb";
import { collection } from "../collection.ts";

/** Rows, and what they add up to where their list has a sum; else 0. */
export interface Tally {
  rows: number;
  sum: number;
}

/** Written by a worker: what stands on one day of a long list, or in one hour of it. Counted anew at will. */
export interface DayTallyDocument extends Tally {
  _id: ObjectId;
  list: string;
  /** Null is every machine. */
  machine: ObjectId | null;
  /** Midnight of UTC. */
  day: Date;
  /** From 0 to 23, of every machine alone; null is the whole day. */
  hour: number | null;
  /** By status, type or product; one that is not there is 0. */
  kinds: Record<string, Tally>;
  /** For a whole day of every machine: raised with each count, so that one of two workers that count it waits. */
  counts?: number;
}

/** Written by a worker: which days of a list its tallies are right for. */
export interface TallyProgressDocument {
  /** The list. */
  _id: string;
  /** Tallies know what changed before it. What changed after it, or up to `lateMs` before it, they may not know. */
  seenTo: Date;
  /**
   * Of the rows that changed before `at` and that `seenTo` does not cover yet, only those of these days are still to be
   * counted.
   */
  look?: { at: Date; due: Date[] };
  /** Days from here on have no tallies yet; null when all days have. */
  missingFrom: Date | null;
}

export const tallies = {
  dayTallies: collection<DayTallyDocument>({
    indexes: [
      { name: "part", key: { list: 1, machine: 1, hour: 1, day: 1 }, unique: true },
      { name: "day", key: { list: 1, day: 1 } },
    ],
  }),
  tallyProgress: collection<TallyProgressDocument>(),
};
