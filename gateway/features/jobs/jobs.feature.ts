import * as api from "#shared/jobs/job.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { publishJobFigures } from "./job-figures.ts";
import { createJobsService } from "./jobs.service.ts";

/** What the workers do, and how it goes. */
export const jobsFeature: Feature = (app, parts) => {
  const jobs = createJobsService(parts);
  publishJobFigures(parts);
  route(app, api.listJobs, () => jobs.list());
  route(app, api.retryJob, (call) => jobs.retry(call, call.params.id));
};
