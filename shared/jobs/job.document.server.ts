import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { Schedule } from "./schedule.ts";

/** One run that ended. */
export interface StoredRun {
  endedAt: Date;
  tookMs: number;
  reason: string | null;
}

/** What failed for good and was not done since. */
export interface StoredFailure {
  /** The payload as text: the same work has the same key. */
  key: string;
  /** Ids alone. */
  payload: Record<string, unknown>;
  at: Date;
  reason: string;
  /** Written by the gateway. */
  retriedAt: Date | null;
}

/**
 * Written by the workers: one kind of their work and how it goes, all workers together. What runs all the time is
 * written every few seconds, so a worker that is killed takes some counts with it.
 */
export interface JobDocument {
  _id: ObjectId;
  name: string;
  does: string;
  schedule: Schedule;
  queue: string | null;
  timeLimitSeconds: number | null;
  runs: number;
  failures: number;
  lastRunAt: Date | null;
  lastMs: number | null;
  lastDoneAt: Date | null;
  lastFailedAt: Date | null;
  reason: string | null;
  nextAt: Date | null;
  runningSince: Date | null;
  /** The newest first. */
  latest: StoredRun[];
  failed: StoredFailure[];
}

export const jobs = {
  jobs: collection<JobDocument>({
    indexes: [{ name: "name", key: { name: 1 }, unique: true, taken: ({ name }) => `${name} is a job already` }],
  }),
};
