import type { Job } from "./job.schema.ts";

/** A retry without a result for this long may be requested again. */
const retryAgainAfterMs = 60_000;

/** A recurring job is overdue that nobody has begun this long after it was due: workers look at schedules each minute. */
const overdueAfterMs = 120_000;

type Timed = Pick<Job, "nextAt" | "runningSince" | "timeLimitSeconds">;

/** Its time has passed and nobody is at it: no worker runs, or its schedule was lost. `now` in milliseconds since 1970. */
export const isOverdue = ({ nextAt, runningSince, timeLimitSeconds }: Timed, now: number): boolean => {
  if (nextAt === null || now - Date.parse(nextAt) <= overdueAfterMs) return false;
  // A run whose worker was killed stays stored as running for good.
  const mayRunMs = (timeLimitSeconds ?? 0) * 1_000 + overdueAfterMs;
  return runningSince === null || now - Date.parse(runningSince) > mayRunMs;
};

type Judged = Pick<Job, "schedule" | "failed" | "lastDoneAt" | "lastFailedAt">;

/** The last attempt failed, or something that failed for good was not done since. */
export const isFailing = ({ failed, lastDoneAt, lastFailedAt }: Judged): boolean =>
  failed.length > 0 || (lastFailedAt !== null && (lastDoneAt === null || lastFailedAt > lastDoneAt));

/** Why what failed of this job cannot be tried again now; null when it can. */
export const whyNotRetry = (job: Judged, now: number): string | null => {
  if (job.schedule.kind === "each worker") return "It goes on by itself each second";
  if (job.failed.length === 0) return isFailing(job) ? "It is tried again by itself" : "Nothing of this job has failed";
  const waits = ({ retriedAt }: Job["failed"][number]) =>
    retriedAt !== null && now - Date.parse(retriedAt) < retryAgainAfterMs;
  return job.failed.every(waits) ? "It is being tried again" : null;
};
