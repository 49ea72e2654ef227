import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What /metrics shows. One registry per gateway, so that several can live in one test process. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "cansole_" });
  const registers = [registry];
  const counts: (() => Promise<void>)[] = [];
  return {
    registry,
    /** Figures that are counted in the database when /metrics is asked; a count that fails leaves them as they were. */
    countWhenAsked: (count: () => Promise<void>): void => {
      counts.push(count);
    },
    count: async (): Promise<void> => {
      await Promise.allSettled(counts.map((count) => count()));
    },
    connectedUnits: new Gauge({
      name: "cansole_connected_units",
      help: "Control units connected to this gateway",
      labelNames: ["login"] as const,
      registers,
    }),
    machineMessages: new Counter({
      name: "cansole_machine_messages_total",
      help: "Messages from control units that were accepted, by topic",
      labelNames: ["topic"] as const,
      registers,
    }),
    droppedMessages: new Counter({
      name: "cansole_machine_dropped_total",
      help: "Messages from control units that were dropped, by reason",
      labelNames: ["reason"] as const,
      registers,
    }),
    refusedConnections: new Counter({
      name: "cansole_machine_refused_total",
      help: "Connections of control units that were refused or ended, by reason",
      labelNames: ["reason"] as const,
      registers,
    }),
    slowedSignIns: new Counter({
      name: "cansole_machine_sign_ins_slowed_total",
      help: "Sign-ins of control units that were kept waiting after too many wrong ones, by what they had in common",
      labelNames: ["by"] as const,
      registers,
    }),
    strangers: new Counter({
      name: "cansole_strangers_total",
      help: "What those caused who showed no credentials, by reason",
      labelNames: ["reason"] as const,
      registers,
    }),
    waitingRequests: new Gauge({
      name: "cansole_registration_requests",
      help: "Registration requests that wait, as last counted",
      registers,
    }),
    expiredRequests: new Counter({
      name: "cansole_registration_requests_expired_total",
      help: "Registration requests that nobody answered in time",
      registers,
    }),
    commands: new Counter({
      name: "cansole_commands_total",
      help: "Commands to control units that this gateway sent or ended unsent, by outcome",
      labelNames: ["outcome"] as const,
      registers,
    }),
    commandFacts: new Counter({
      name: "cansole_command_facts_total",
      help: "What became known of commands, by fact; repeats are not counted",
      labelNames: ["fact"] as const,
      registers,
    }),
    sockets: new Gauge({ name: "cansole_sockets", help: "Open sockets of operators", registers }),
    pushed: new Counter({
      name: "cansole_push_events_total",
      help: "Events pushed to rooms, by event",
      labelNames: ["event"] as const,
      registers,
    }),
    delivered: new Counter({
      name: "cansole_push_deliveries_total",
      help: "Events times the sockets that they went to",
      registers,
    }),
    streamDelay: new Histogram({
      name: "cansole_change_stream_delay_seconds",
      help: "From a change in the database to its push",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
      registers,
    }),
    stockComputed: new Counter({
      name: "cansole_stock_computed_total",
      help: "Machines whose stock was computed anew",
      registers,
    }),
    stockDrift: new Counter({
      name: "cansole_stock_drift_total",
      help: "Machines whose stock in Redis was not what the database says, and was repaired",
      labelNames: ["kind"] as const,
      registers,
    }),
    accountDrifts: new Gauge({
      name: "cansole_account_drifts",
      help: "Accounts that were not what their rows add up to, as the last reconciliation found",
      registers,
    }),
    /** Of the workers' jobs, as the database knows them. */
    jobs: {
      runs: new Gauge({
        name: "cansole_job_runs",
        help: "Attempts of a job that ended, by all workers together",
        labelNames: ["job"] as const,
        registers,
      }),
      failures: new Gauge({
        name: "cansole_job_failures",
        help: "Attempts of a job that failed",
        labelNames: ["job"] as const,
        registers,
      }),
      failing: new Gauge({
        name: "cansole_job_failing",
        help: "1 while a job's last attempt failed, or something of it failed for good and was not done since",
        labelNames: ["job"] as const,
        registers,
      }),
      duration: new Gauge({
        name: "cansole_job_last_seconds",
        help: "How long a job's last attempt took",
        labelNames: ["job"] as const,
        registers,
      }),
      successAge: new Gauge({
        name: "cansole_job_success_age_seconds",
        help: "How long ago a job was last done",
        labelNames: ["job"] as const,
        registers,
      }),
    },
    clockSkew: new Gauge({
      name: "cansole_clock_skew_seconds",
      help: "How much this process's clock is ahead of MongoDB's",
      registers,
    }),
    clockUncertainty: new Gauge({
      name: "cansole_clock_uncertainty_seconds",
      help: "How well MongoDB's clock is known here, give or take",
      registers,
    }),
    lostConnections: new Counter({
      name: "cansole_store_connections_lost_total",
      help: "Connections to a store that broke, or fell silent and were replaced, by store and use",
      labelNames: ["store", "use"] as const,
      registers,
    }),
    partUp: new Gauge({
      name: "cansole_part_up",
      help: "1 while that part answers, as the readiness check says",
      labelNames: ["part"] as const,
      registers,
    }),
    ordersProcessing: new Gauge({
      name: "cansole_orders_processing",
      help: "Orders in processing for longer than a payment takes, and for longer than an order may stay unpaid",
      labelNames: ["longer_than"] as const,
      registers,
    }),
    ordersFlagged: new Gauge({
      name: "cansole_orders_flagged",
      help: "Orders that somebody must look at, by flag",
      labelNames: ["flag"] as const,
      registers,
    }),
    unknownPayments: new Gauge({
      name: "cansole_unknown_payments",
      help: "Payments that the provider told of and that belong to no order",
      registers,
    }),
    httpTimes: new Histogram({
      name: "cansole_http_seconds",
      help: "Answer times by method, route and status",
      labelNames: ["method", "route", "status"] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
