import type { HealthState } from "./health.schema.ts";

const minute = 60_000;
const hour = 60 * minute;

const lengths: [size: number, unit: string][] = [
  [24 * hour, "days"],
  [hour, "h"],
  [minute, "min"],
  [1_000, "s"],
];
const lengthText = (ms: number): string => {
  const [size, unit] = lengths.find(([length]) => ms >= 2 * length) ?? [1, "ms"];
  return `${Math.round(ms / size)} ${unit}`;
};
/** How a figure is said, by what it counts. */
const units = {
  count: (figure: number) => `${Math.round(figure)}`,
  share: (figure: number) => `${Math.round(figure * 100)} %`,
  ms: lengthText,
  perMinute: (figure: number) => `${figure < 10 ? Math.round(figure * 10) / 10 : Math.round(figure)} a minute`,
  /** How bad it is, which only its note says. */
  grade: String,
};

interface LineDefinition {
  group: string;
  title: string;
  unit: keyof typeof units;
  /** Amber and red from here on; null where that colour has no bound. */
  warn: number | null;
  bad: number | null;
}
const line = (group: string, title: string, unit: keyof typeof units, warn: number | null, bad: number | null) =>
  ({ group, title, unit, warn, bad }) satisfies LineDefinition;

/** Each line of the page Health, in its order: what it counts, and from where on it is amber and red. */
export const healthLines = {
  gateways: line("Processes", "Gateways missing", "count", null, 1),
  workers: line("Processes", "Workers missing", "count", null, 1),
  reports: line("Processes", "Report workers missing", "count", null, 1),
  loopDelay: line("Processes", "Slowest event loop", "ms", 200, 1_000),
  heap: line("Processes", "Fullest heap", "share", 0.75, 0.9),
  clockSkew: line("Processes", "Largest difference to MongoDB's clock", "ms", 500, 1_000),
  versions: line("Processes", "Versions that run", "count", 2, null),
  mongoMembers: line("MongoDB", "Members down", "count", null, 1),
  replicationLag: line("MongoDB", "Replication lag", "ms", 5_000, 30_000),
  disk: line("MongoDB", "Disk used", "share", 0.8, 0.9),
  changeStream: line("MongoDB", "Change stream delay", "ms", 1_000, 10_000),
  backupAge: line("MongoDB", "Age of the last backup", "ms", 26 * hour, 8 * 24 * hour),
  redisTrouble: line("Redis", "Role and persistence", "grade", 1, 2),
  redisMemory: line("Redis", "Memory used", "share", 0.75, 0.9),
  stockRepaired: line("Redis", "Machines whose stock was repaired, in 5 minutes", "count", null, 1),
  queueAge: line("Queues", "Oldest job that waits", "ms", 30_000, 5 * minute),
  queueWaiting: line("Queues", "Jobs that wait", "count", 1_000, 10_000),
  queueFailed: line("Queues", "Jobs that failed", "count", 1, null),
  connections: line("Machines", "Connected units", "count", null, null),
  messages: line("Machines", "Messages", "perMinute", null, null),
  dropped: line("Machines", "Messages dropped", "perMinute", 1, 60),
  refused: line("Machines", "Connections refused", "perMinute", 10, 600),
  slowed: line("Machines", "Logins slowed", "perMinute", 1, 60),
} satisfies Record<string, LineDefinition>;
export type LineId = keyof typeof healthLines;
export const lineIds = Object.keys(healthLines) as LineId[];

/** Samples of the figures are stored at this pace. */
export const sampleMs = 5 * minute;
/** A process reports itself every 10 s; one that was silent for this long is gone. */
export const goneAfterMs = 30_000;

export const figureText = (id: LineId, figure: number): string => units[healthLines[id].unit](figure);

export const stateOf = (id: LineId, figure: number | undefined): HealthState => {
  if (figure === undefined) return "unknown";
  const { warn, bad }: LineDefinition = healthLines[id];
  if (bad !== null && figure >= bad) return "bad";
  return warn !== null && figure >= warn ? "warn" : "ok";
};

/** "amber from 80 %, red from 90 %"; null where the line has no bound, or none in figures. */
export const boundText = (id: LineId): string | null => {
  const { unit, warn, bad }: LineDefinition = healthLines[id];
  if (unit === "grade") return null;
  const parts = [
    warn === null ? null : `amber from ${figureText(id, warn)}`,
    bad === null ? null : `red from ${figureText(id, bad)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
};
