import { ObjectId } from "mongodb";
import type { JobDocument } from "../../jobs/job.document.server.ts";

/** A job that was announced and has not run yet. */
export const aJob = (over: Partial<JobDocument> = {}): JobDocument => ({
  _id: new ObjectId(),
  name: "secrets.forget",
  does: "Forgets secrets",
  schedule: { kind: "every", seconds: 600 },
  queue: "housekeeping",
  timeLimitSeconds: 30,
  runs: 0,
  failures: 0,
  lastRunAt: null,
  lastMs: null,
  lastDoneAt: null,
  lastFailedAt: null,
  reason: null,
  nextAt: null,
  runningSince: null,
  latest: [],
  failed: [],
  ...over,
});
