import { Worker } from "bullmq";
import { startHeartbeat } from "#shared/health/heartbeat.server.ts";
import { reportQueue } from "#shared/jobs/catalogue.ts";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { reportWebhook } from "#shared/runtime/config-webhook.ts";
import { createLifecycle } from "#shared/runtime/lifecycle.ts";
import { createLogger, type Logger } from "#shared/runtime/logger.ts";
import { createListReader } from "../../gateway/exported-lists.ts";
import { createJobLog } from "../job-log/job-log.ts";
import { openStores } from "../open-stores.ts";
import { databaseTime } from "../parts.ts";
import { logQueueErrors, restWhileRefused } from "../queue-errors.ts";
import { createJobRunner } from "../run-job.ts";
import { createHandOver } from "./hand-over.ts";
import { createReportDesk } from "./report-desk.ts";

interface ReportWorkerOptions {
  clock?: Clock;
  log?: Logger;
  database?: string;
  prefix?: string;
  /** How often it looks for work that its queue did not announce. */
  lookEveryMs?: number;
  /** 0 takes any free port. */
  healthPort?: number;
}

/** One job at a time; a killed worker's job is taken up by another, however often. */
const workerSettings = { concurrency: 1, lockDuration: 30_000, stalledInterval: 5_000, maxStalledCount: 100 };

/** A process that makes reports and nothing else, so that nobody waits for it. */
export const startReportWorker = async (config: ServiceConfig, options: ReportWorkerOptions = {}) => {
  const log = options.log ?? createLogger("reports", config.LOG_LEVEL);
  const lookEveryMs = options.lookEveryMs ?? 5_000;
  const life = createLifecycle(log);
  try {
    const { database, prefix } = options;
    const { keys, mongo, health, redis, patient, queues } = await openStores({
      name: "reports",
      config,
      log,
      life,
      database,
      prefix,
    });
    const isAnnounced = reportWebhook(config) !== null;
    const desk = createReportDesk({
      mongo,
      files: createReportFiles(mongo),
      lists: createListReader({ mongo, timeZone: config.TIME_ZONE }),
      now: () => databaseTime({ mongo, databaseClock: options.clock }),
      log,
      isAnnounced,
      // Also what was due before the webhook was turned off: its job finds nobody to notify.
      handOver: createHandOver({ mongo, queues, log }),
    });
    const jobLog = createJobLog({ mongo, databaseClock: options.clock, queues, log, sweepEveryMs: lookEveryMs });
    life.add("job log", jobLog.stop);
    const run = createJobRunner({ "report.make": desk.run }, log, health.measured(jobLog));
    const look = () => desk.run().catch((error: unknown) => log.warn({ err: error }, "reports were not looked for"));
    const worker = new Worker(reportQueue, run, {
      connection: patient,
      prefix: keys.queue(reportQueue),
      ...workerSettings,
    });
    worker.on("error", logQueueErrors({ queue: reportQueue, log, onLate: health.late }));
    restWhileRefused(worker, patient);
    life.add("worker", () => worker.close());
    // A wake-up may be lost, or Redis be away.
    const timer = setInterval(() => void look(), lookEveryMs);
    life.add("look", () => clearInterval(timer));
    life.add("desk", desk.stop);
    void look();
    life.add("heartbeat", startHeartbeat({ mongo, kind: "reports", log }));
    const healthPort = await health.serve({
      mongo,
      redis,
      queues,
      life,
      queueNames: [reportQueue],
      port: options.healthPort ?? config.REPORT_WORKERS_HEALTH_PORT,
    });
    return { mongo, healthPort, stop: life.stop };
  } catch (error) {
    await life.stop();
    throw error;
  }
};
