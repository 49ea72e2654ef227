import { Worker } from "bullmq";
import { createOneRun } from "#shared/concurrency/single-flight.ts";
import { type CommandLimits, commandLimits } from "#shared/control-units/row.rules.ts";
import { startHeartbeat } from "#shared/health/heartbeat.server.ts";
import { queueNames, reportQueue, type SweepName } from "#shared/jobs/catalogue.ts";
import { createPresence, type PresenceStore } from "#shared/live-status/presence.server.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { configuredProvider, noProvider } from "#shared/payments/configured-provider.server.ts";
import { createBus } from "#shared/runtime/bus.ts";
import { type Clock, systemClock } from "#shared/runtime/clock.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { reportWebhook } from "#shared/runtime/config-webhook.ts";
import { createLifecycle, type Lifecycle } from "#shared/runtime/lifecycle.ts";
import { createLogger, type Logger } from "#shared/runtime/logger.ts";
import { createAlarms } from "./alarms/alarms.ts";
import { createControlUnits } from "./control-units/control-units.ts";
import { createHandlers } from "./handlers.ts";
import { startHealthSamples } from "./health/health-samples.ts";
import { createJobLog } from "./job-log/job-log.ts";
import { openStores } from "./open-stores.ts";
import { createPaymentSweep } from "./payments/payment-sweep.ts";
import { logQueueErrors, restWhileRefused } from "./queue-errors.ts";
import { createReconciliation } from "./reconciliation/reconciliation.ts";
import { createWebhookSender } from "./report-news/notify-webhook.ts";
import { createReportRepeats } from "./report-schedules/repeat-reports.ts";
import { createJobRunner } from "./run-job.ts";
import { createSales } from "./sales/sales.ts";
import { createSchedules } from "./schedules.ts";
import { createSweep, type Sweep } from "./sweep.ts";
import { createTallies } from "./tallies/tallies.ts";
import { createTakes } from "./transactions/takes.ts";
import { createWebhookSweep } from "./webhooks/webhook-sweep.ts";

export interface WorkersOptions {
  clock?: Clock;
  log?: Logger;
  database?: string;
  prefix?: string;
  silentAfterSeconds?: number;
  /** How often presence, sessions of control units, payments and all else are swept. */
  sweepEveryMs?: number;
  /** The sweeps that come at another pace. */
  sweepsEveryMs?: Partial<Record<SweepName, number>>;
  commandLimits?: Partial<CommandLimits>;
  /** How often it is looked whether recurring jobs are still scheduled. */
  scheduleEveryMs?: number;
  /** How work that runs all the time went is written this often. */
  jobLogEveryMs?: number;
  /** 0 takes any free port. */
  healthPort?: number;
}

/**
 * A killed worker loses nothing: its job is taken up by another after `stalledInterval`, as often as it takes
 * (`maxStalledCount`; BullMQ's own 1 would fail a job for good at the second kill).
 */
const workerSettings = { concurrency: 20, lockDuration: 5_000, stalledInterval: 2_000, maxStalledCount: 100 };
/** All queues but the report workers'. */
const mine = queueNames.filter((name) => name !== reportQueue);
/** Seconds after which an empty queue is polled again: a connection that fell silent is known a second later. */
const drainDelay = 2;

type Stores = Awaited<ReturnType<typeof openStores>>;

const startQueueWorkers = (
  run: ReturnType<typeof createJobRunner>,
  { patient, keys, health, log, life }: Pick<Stores, "patient" | "keys" | "health"> & { log: Logger; life: Lifecycle },
): void => {
  const workers = mine.map((name) => {
    const worker = new Worker(name, run, {
      connection: patient,
      prefix: keys.queue(name),
      drainDelay,
      ...workerSettings,
    });
    worker.on("error", logQueueErrors({ queue: name, log, onLate: health.late }));
    restWhileRefused(worker, patient);
    return worker;
  });
  // All at the same time: while Redis stands still, each of them waits until its time is over.
  life.add("workers of the queues", () => Promise.all(workers.map((worker) => worker.close())));
};

const startSweeps = (
  sweeps: Record<SweepName, Sweep>,
  everyMs: (name: SweepName) => number,
  measured: ReturnType<Stores["health"]["measured"]>,
  life: Lifecycle,
): void => {
  for (const [name, { sweep, idle }] of Object.entries(sweeps) as [SweepName, Sweep][]) {
    const { run } = createOneRun(async () => {
      const ended = measured.begin(name);
      const [failure = null] = await sweep();
      ended(failure);
    });
    const timer = setInterval(() => void run(), everyMs(name));
    life.add(name, () => {
      clearInterval(timer);
      return idle();
    });
  }
};

const presenceSweep = (presence: Pick<PresenceStore, "sweep">, log: Logger): Sweep =>
  createSweep(log, { failing: "presence could not be swept", again: "presence is swept again" }, async () => {
    await presence.sweep();
    return [];
  });

export const startWorkers = async (config: ServiceConfig, options: WorkersOptions = {}) => {
  const log = options.log ?? createLogger("workers", config.LOG_LEVEL);
  const clock = options.clock ?? systemClock;
  const life = createLifecycle(log);
  try {
    const { database, prefix } = options;
    const timeZone = config.TIME_ZONE;
    const { keys, mongo, health, redis, patient, queues } = await openStores({
      name: "workers",
      config,
      log,
      life,
      database,
      prefix,
    });

    // Workers publish, and never listen: no connection is kept in subscribed mode.
    const bus = createBus({ redis, subscriber: redis, keys, log });
    const limits = { ...commandLimits, ...options.commandLimits };
    const parts = { mongo, redis, keys, bus, clock, databaseClock: options.clock, log, limits };
    const sweepEveryMs = options.sweepEveryMs ?? 1_000;
    const jobLog = createJobLog({ ...parts, queues, sweepEveryMs, flushEveryMs: options.jobLogEveryMs });
    life.add("job log", jobLog.stop);
    const measured = health.measured(jobLog);
    const controlUnits = createControlUnits(parts);
    const tallies = createTallies(parts);
    const takes = createTakes(parts);
    const reconciliation = createReconciliation({ ...parts, timeZone });
    const sales = createSales({ ...parts, timeZone });
    const reportRepeats = createReportRepeats({ ...parts, queues, timeZone });
    const postToWebhook = createWebhookSender({ mongo, webhook: reportWebhook(config), now: () => clock.now() });
    const schedules = createSchedules({ ...parts, everyMs: options.scheduleEveryMs, queues, timeZone });
    life.add("schedules", schedules.stop);
    await schedules.start();
    await jobLog.announce();
    const run = createJobRunner(
      createHandlers(parts, { controlUnits, tallies, reconciliation, sales, takes, reportRepeats, postToWebhook }),
      log,
      measured,
    );
    startQueueWorkers(run, { patient, keys, health, log, life });
    // Before its worker, which waits for what it began.
    life.add("tallies", tallies.stop);
    life.add("reconciliation", reconciliation.stop);
    life.add("sales", sales.stop);

    const presence = createPresence({
      redis,
      keys,
      clock,
      redisClock: options.clock,
      collections: mongo.collections,
      log,
      silentAfterSeconds: options.silentAfterSeconds ?? silentAfterSeconds,
    });
    const sweeps: Record<SweepName, Sweep> = {
      "presence.sweep": presenceSweep(presence, log),
      "sessions.sweep": controlUnits,
      "payments.sweep": createPaymentSweep({ ...parts, provider: configuredProvider(config) ?? noProvider }),
      "transactions.sweep": takes,
      "alarms.sweep": createAlarms({ ...parts, presence, queues, timeZone }),
      "webhooks.sweep": createWebhookSweep({ ...parts, config }),
    };
    startSweeps(sweeps, (name) => options.sweepsEveryMs?.[name] ?? sweepEveryMs, measured, life);
    life.add("heartbeat", startHeartbeat({ mongo, kind: "workers", log }));
    life.add("health samples", startHealthSamples({ mongo, redis, queues, log }));
    const healthPort = await health.serve({
      mongo,
      redis,
      queues,
      life,
      queueNames: mine,
      overdue: schedules.overdue,
      port: options.healthPort ?? config.WORKERS_HEALTH_PORT,
    });
    return { queues, mongo, healthPort, stop: life.stop };
  } catch (error) {
    await life.stop();
    throw error;
  }
};
export type RunningWorkers = Awaited<ReturnType<typeof startWorkers>>;
