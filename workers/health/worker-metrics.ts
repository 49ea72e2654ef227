import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WorkName } from "#shared/jobs/catalogue.ts";
import type { JobLog } from "../job-log/job-log.ts";

/** What a worker's own /metrics shows: of this process alone. All together are in the gateway's, from the database. */
export const createWorkerMetrics = (room: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ room });
  collectDefaultMetrics({ register: registry, prefix: "cansole_" });
  const registers = [registry];
  const ended = new Counter({
    name: "cansole_worker_jobs_total",
    help: "Attempts of jobs, and looks of sweeps, that ended in this process, by outcome",
    labelNames: ["job", "outcome"] as const,
    registers,
  });
  const times = new Histogram({
    name: "cansole_worker_job_seconds",
    help: "How long they took",
    labelNames: ["job"] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers,
  });
  const underWay = new Gauge({
    name: "cansole_worker_jobs_under_way",
    help: "Those that this process is at",
    labelNames: ["job"] as const,
    registers,
  });
  return {
    registry,
    queueJobs: new Gauge({
      name: "cansole_queue_jobs",
      help: "Jobs in the queues that this process works on, by state, whoever takes them",
      labelNames: ["queue", "state"] as const,
      registers,
    }),
    lateJobs: new Counter({
      name: "cansole_worker_jobs_late_total",
      help: "How often a job outlived this process's hold on it and was taken up anew: it stands still at times",
      labelNames: ["queue"] as const,
      registers,
    }),
    partUp: new Gauge({
      name: "cansole_part_up",
      help: "1 while that part answers, as the readiness check says",
      labelNames: ["part"] as const,
      registers,
    }),
    lostConnections: new Counter({
      name: "cansole_store_connections_lost_total",
      help: "Connections to a store that broke, or fell silent and were replaced, by store and use",
      labelNames: ["store", "use"] as const,
      registers,
    }),
    /** A job log that measures what it is told of. */
    measured: ({ begin }: Pick<JobLog, "begin">): Pick<JobLog, "begin"> => ({
      begin: (job: WorkName, payload) => {
        underWay.inc({ job });
        const took = times.startTimer({ job });
        const tell = begin(job, payload);
        return (failure: unknown = null, isFinal = false) => {
          underWay.dec({ job });
          took();
          ended.inc({ job, outcome: failure === null ? "done" : "failed" });
          tell(failure, isFinal);
        };
      },
    }),
  };
};
export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;
