import { within } from "#shared/http/within.ts";
import { isFailing, isOverdue } from "#shared/jobs/job.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { jobView } from "./jobs.view.ts";

/** Metrics of the workers' jobs: kept in the database, so the same at every gateway. */
export const publishJobFigures = ({
  mongo,
  clock,
  metrics,
  limits,
}: Pick<FeatureParts, "mongo" | "clock" | "metrics" | "limits">): void => {
  metrics.countOnScrape(async () => {
    const found = await within(limits.redisMs, "MongoDB", mongo.collections.jobs.find().toArray());
    for (const gauge of Object.values(metrics.jobs)) gauge.reset();
    for (const document of found) {
      const job = { job: document.name };
      metrics.jobs.runs.set(job, document.runs);
      metrics.jobs.failures.set(job, document.failures);
      const view = jobView(document);
      metrics.jobs.failing.set(job, isFailing(view) ? 1 : 0);
      metrics.jobs.overdue.set(job, isOverdue(view, clock.now()) ? 1 : 0);
      if (document.lastMs !== null) metrics.jobs.duration.set(job, document.lastMs / 1_000);
      if (document.lastDoneAt)
        metrics.jobs.successAge.set(job, Math.max(0, clock.now() - document.lastDoneAt.getTime()) / 1_000);
    }
  });
};
