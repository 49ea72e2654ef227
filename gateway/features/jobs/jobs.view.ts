import type { JobDocument } from "#shared/jobs/job.document.server.ts";
import type { Job } from "#shared/jobs/job.schema.ts";

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a failure was about: "KOC-0012", ids of the payload. */
const aboutOf = ({ trace: _, ...payload }: Record<string, unknown>): string => Object.values(payload).join(", ");

export const jobView = (job: JobDocument): Job => ({
  _id: job._id.toHexString(),
  name: job.name,
  does: job.does,
  schedule: job.schedule,
  queue: job.queue,
  timeLimitSeconds: job.timeLimitSeconds,
  runs: job.runs,
  failures: job.failures,
  lastRunAt: moment(job.lastRunAt),
  lastMs: job.lastMs,
  lastDoneAt: moment(job.lastDoneAt),
  lastFailedAt: moment(job.lastFailedAt),
  reason: job.reason,
  nextAt: moment(job.nextAt),
  runningSince: moment(job.runningSince),
  latest: job.latest.map(({ endedAt, tookMs, reason }) => ({ endedAt: endedAt.toISOString(), tookMs, reason })),
  failed: job.failed.map(({ at, reason, payload, retriedAt }) => ({
    at: at.toISOString(),
    reason,
    about: aboutOf(payload),
    retriedAt: moment(retriedAt),
  })),
});
