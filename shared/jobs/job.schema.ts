import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";
import { Schedule } from "./schedule.ts";

/** One run that ended. */
export const JobRun = z.object({
  endedAt: Moment,
  tookMs: z.number().int(),
  /** Why it failed; null when it did not. */
  reason: z.string().nullable(),
});
export type JobRun = z.infer<typeof JobRun>;

/** What failed for good and was not done since. */
export const FailedJob = z.object({
  at: Moment,
  reason: z.string(),
  /** What it was about, in ids; empty where it is about nothing in particular. */
  about: z.string(),
  /** An operator requested another try. */
  retriedAt: Moment.nullable(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** One kind of work of the workers, and how it went: counted and kept by whichever worker did it. */
export const Job = z
  .object({
    _id: Id,
    name: z.string(),
    does: z.string(),
    schedule: Schedule,
    queue: z.string().nullable(),
    timeLimitSeconds: z.number().nullable(),
    /** Attempts that ended, and those of them that failed, since Cansole counts them. */
    runs: z.number().int(),
    failures: z.number().int(),
    lastRunAt: Moment.nullable(),
    lastMs: z.number().int().nullable(),
    lastDoneAt: Moment.nullable(),
    lastFailedAt: Moment.nullable(),
    /** The reason of the last failure. */
    reason: z.string().nullable(),
    /** Null where it has no schedule. */
    nextAt: Moment.nullable(),
    /** Set for a run that takes longer than a second. */
    runningSince: Moment.nullable(),
    /** The newest first, at most `mostRunsKept`; of what runs all the time only failures. */
    latest: z.array(JobRun),
    /** At most `mostFailuresKept`. */
    failed: z.array(FailedJob),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;

export const mostRunsKept = 20;
export const mostFailuresKept = 50;
