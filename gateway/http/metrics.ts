import { createFigures } from "#shared/runtime/figures.ts";

type Figures = ReturnType<typeof createFigures>;

/** Control units: their connections, messages, registrations and commands. */
const unitFigures = ({ counter, gauge }: Figures) => ({
  connectedUnits: gauge("cansole_connected_units", "Control units connected to this gateway", "login"),
  machineMessages: counter(
    "cansole_machine_messages_total",
    "Messages from control units that were accepted, by topic",
    "topic",
  ),
  droppedMessages: counter(
    "cansole_machine_dropped_total",
    "Messages from control units that were dropped, by reason",
    "reason",
  ),
  refusedConnections: counter(
    "cansole_machine_refused_total",
    "Connections of control units that were refused or ended, by reason",
    "reason",
  ),
  slowedSignIns: counter(
    "cansole_machine_sign_ins_slowed_total",
    "Sign-ins of control units that were kept waiting after too many wrong ones, by what they had in common",
    "by",
  ),
  strangers: counter(
    "cansole_strangers_total",
    "Refused or ended calls and connections of strangers, who showed no credentials, by reason",
    "reason",
  ),
  waitingRequests: gauge("cansole_registration_requests", "Registration requests that wait, as last counted"),
  expiredRequests: counter(
    "cansole_registration_requests_expired_total",
    "Registration requests that nobody answered in time",
  ),
  commands: counter(
    "cansole_commands_total",
    "Commands to control units that this gateway sent or ended unsent, by outcome",
    "outcome",
  ),
  commandFacts: counter(
    "cansole_command_facts_total",
    "What became known of commands, by fact; repeats are not counted",
    "fact",
  ),
});

/** Operators' sockets, and what they are sent. */
const pushFigures = ({ counter, gauge, histogram }: Figures) => ({
  sockets: gauge("cansole_sockets", "Open sockets of operators"),
  refusedSockets: counter(
    "cansole_sockets_refused_total",
    "Sockets of operators that were refused or ended, by reason",
    "reason",
  ),
  pushed: counter("cansole_push_events_total", "Events pushed to rooms, by event", "event"),
  delivered: counter("cansole_push_deliveries_total", "Events pushed, counted once for each socket that they went to"),
  streamDelay: histogram(
    "cansole_change_stream_delay_seconds",
    "From a change in the database to its push",
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  ),
});

/** Stock and accounts. */
const stockFigures = ({ counter, gauge }: Figures) => ({
  stockComputed: counter("cansole_stock_computed_total", "Machines whose stock was computed again"),
  stockDrift: counter(
    "cansole_stock_drift_total",
    "Machines whose stock in Redis was not what the database says, and was repaired",
    "kind",
  ),
  accountDrifts: gauge(
    "cansole_account_drifts",
    "Accounts, rows and days of sales that were not what they come from, as the last reconciliation found",
  ),
});

/** The workers' jobs, clocks and stores. */
const processFigures = ({ counter, gauge }: Figures) => ({
  /** Figures of the workers' jobs, from the database. */
  jobs: {
    runs: gauge("cansole_job_runs", "Attempts of a job that ended, by all workers together", "job"),
    failures: gauge("cansole_job_failures", "Attempts of a job that failed", "job"),
    failing: gauge(
      "cansole_job_failing",
      "1 while a job's last attempt failed, or something of it failed for good and was not done since",
      "job",
    ),
    overdue: gauge(
      "cansole_job_overdue",
      "1 while nobody has begun a recurring job for two minutes after it was due: no worker runs, or Redis lost it",
      "job",
    ),
    duration: gauge("cansole_job_last_seconds", "How long a job's last attempt took", "job"),
    successAge: gauge("cansole_job_success_age_seconds", "How long ago a job was last done", "job"),
  },
  clockSkew: gauge("cansole_clock_skew_seconds", "Seconds by which this process's clock is ahead of MongoDB's"),
  clockUncertainty: gauge(
    "cansole_clock_uncertainty_seconds",
    "Uncertainty of what this process knows of MongoDB's clock, in seconds",
  ),
  lostConnections: counter(
    "cansole_store_connections_lost_total",
    "Connections to a store that broke, or fell silent and were replaced, by store and use",
    "store",
    "use",
  ),
  partUp: gauge("cansole_part_up", "1 while that part answers, as the readiness check says", "part"),
});

const paymentFigures = ({ gauge }: Figures) => ({
  ordersProcessing: gauge(
    "cansole_orders_processing",
    "Orders in processing for longer than a payment takes, and for longer than an order may stay unpaid",
    "longer_than",
  ),
  ordersFlagged: gauge("cansole_orders_flagged", "Orders that somebody must look at, by flag", "flag"),
  unknownPayments: gauge("cansole_unknown_payments", "Payments that the provider reported and that belong to no order"),
});

const httpFigures = ({ histogram }: Figures) => ({
  httpTimes: histogram(
    "cansole_http_seconds",
    "Answer times by method, route and status",
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    "method",
    "route",
    "status",
  ),
});

/** What /metrics shows. One registry per gateway, so that several can live in one test process. */
export const createMetrics = () => {
  const figures = createFigures();
  const counts: (() => Promise<void>)[] = [];
  return {
    registry: figures.registry,
    /** Figures that are counted in the database when /metrics is read; a count that fails leaves them as they were. */
    countOnScrape: (count: () => Promise<void>): void => {
      counts.push(count);
    },
    count: async (): Promise<void> => {
      await Promise.allSettled(counts.map((count) => count()));
    },
    ...unitFigures(figures),
    ...pushFigures(figures),
    ...stockFigures(figures),
    ...processFigures(figures),
    ...paymentFigures(figures),
    ...httpFigures(figures),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
