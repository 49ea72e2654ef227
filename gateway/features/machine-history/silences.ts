import type { Uptime } from "#shared/machines/machine-history.schema.ts";

const dayMs = 86_400_000;
export const windowsMs = { sevenDays: 7 * dayMs, thirtyDays: 30 * dayMs };

/** What the history of heartbeats says of a machine. Milliseconds. */
export interface HeartbeatHistory {
  /** The first and the last row that are kept; null when there is none. */
  first: number | null;
  last: number | null;
  /** How long it was silent between its rows, in the last 7 and 30 days. */
  silent: { sevenDays: number; thirtyDays: number };
}
export interface Silence {
  from: number;
  to: number | null;
}

interface Limits {
  /** A machine counts as heard for this long after its last message. */
  silentAfterMs: number;
  /** Rows are thinned to one in this time. */
  rowEveryMs: number;
}

/** Two rows in a row that are further apart than this were certainly not both followed by heartbeats. */
export const longestStepMs = ({ silentAfterMs, rowEveryMs }: Limits): number => silentAfterMs + rowEveryMs;

/**
 * The silences that no two rows enclose: one that goes on, judged by when the machine was last heard, and one before
 * that, where it was heard again but no row of it is kept yet.
 */
export const latestSilences = (
  { last }: Pick<HeartbeatHistory, "last">,
  lastSeen: number | null,
  now: number,
  limits: Limits,
): Silence[] => {
  const { silentAfterMs } = limits;
  const found: Silence[] = [];
  if (last !== null && lastSeen !== null && lastSeen - last > longestStepMs(limits))
    found.push({ from: last + silentAfterMs, to: lastSeen });
  const heard = Math.max(last ?? 0, lastSeen ?? 0);
  if (heard > 0 && now - heard > silentAfterMs) found.push({ from: heard + silentAfterMs, to: null });
  return found;
};

/**
 * Share of the time in which a machine was heard: of the last 7 and 30 days, or of the time since it was first heard
 * where that is shorter. A machine that was never heard has none; one that is silent for a week has 0 of that week.
 */
export const uptimeOf = (heard: HeartbeatHistory, lastSeen: number | null, latest: Silence[], now: number): Uptime => {
  const first = heard.first ?? lastSeen;
  const shareOf = (window: keyof typeof windowsMs): number | null => {
    if (first === null) return null;
    const start = Math.max(first, now - windowsMs[window]);
    const span = now - start;
    if (span <= 0) return 1;
    const lately = latest.reduce((sum, { from, to }) => sum + Math.max(0, (to ?? now) - Math.max(from, start)), 0);
    return Math.max(0, 1 - (heard.silent[window] + lately) / span);
  };
  return { sevenDays: shareOf("sevenDays"), thirtyDays: shareOf("thirtyDays") };
};
