import type { WorkName } from "#shared/jobs/catalogue.ts";
import { createFigures } from "#shared/runtime/figures.ts";
import type { JobLog } from "../job-log/job-log.ts";

/** What a worker's own /metrics shows: of this process alone. All together are in the gateway's, from the database. */
export const createWorkerMetrics = (service: string) => {
  const { registry, counter, gauge, histogram } = createFigures();
  registry.setDefaultLabels({ room: service });
  const ended = counter(
    "cansole_worker_jobs_total",
    "Attempts of jobs, and looks of sweeps, that ended in this process, by outcome",
    "job",
    "outcome",
  );
  const times = histogram(
    "cansole_worker_job_seconds",
    "How long they took",
    [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    "job",
  );
  const underWay = gauge("cansole_worker_jobs_under_way", "Jobs that this process works on", "job");
  return {
    registry,
    queueJobs: gauge(
      "cansole_queue_jobs",
      "All jobs in the queues that this process works on, by state",
      "queue",
      "state",
    ),
    lateJobs: counter(
      "cansole_worker_jobs_late_total",
      "Jobs whose lock expired while this process worked on them, so that they were taken up anew: it stood still",
      "queue",
    ),
    partUp: gauge("cansole_part_up", "1 while that part answers, as the readiness check says", "part"),
    lostConnections: counter(
      "cansole_store_connections_lost_total",
      "Connections to a store that broke, or fell silent and were replaced, by store and use",
      "store",
      "use",
    ),
    /** A job log that measures what it records. */
    measured: ({ begin }: Pick<JobLog, "begin">): Pick<JobLog, "begin"> => ({
      begin: (job: WorkName, payload) => {
        underWay.inc({ job });
        const took = times.startTimer({ job });
        const report = begin(job, payload);
        return (failure: unknown = null, isFinal = false) => {
          underWay.dec({ job });
          took();
          ended.inc({ job, outcome: failure === null ? "done" : "failed" });
          report(failure, isFinal);
        };
      },
    }),
  };
};
export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;
