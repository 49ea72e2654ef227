import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";

interface Page {
  entries: HistoryEntry[];
  more: boolean;
}

/** The newest page, read again, before what was read of older ones; without them where something is missing between. */
export const joined = (newest: Page, known: Page): Page => {
  const cut = newest.entries.at(-1)?.at;
  if (!newest.more || cut === undefined) return newest;
  const meets = known.entries.some(({ at }) => at >= cut);
  const older = known.entries.filter((entry) => entry.at < cut && !(entry.kind === "gap" && entry.to === null));
  if (!meets || older.length === 0) return newest;
  return { entries: [...newest.entries, ...older], more: known.more };
};

export type DoorEntry = Extract<HistoryEntry, { kind: "door" }>;
/** One line of the list: an entry, or several locks that a unit reported in the same state one after another. */
export type HistoryLine =
  | { key: string; entry: Exclude<HistoryEntry, DoorEntry> }
  | { key: string; entry: DoorEntry; doors: DoorEntry[] };

const oneMomentMs = 10_000;
const isAlike = (newest: DoorEntry, older: DoorEntry): boolean =>
  newest.isLocked === older.isLocked &&
  newest.serialNumber === older.serialNumber &&
  Date.parse(newest.at) - Date.parse(older.at) <= oneMomentMs;

const keyOf = (entry: HistoryEntry): string => {
  if (entry.kind === "command") return entry.sessionId;
  // A gap that goes on ends at another moment each time it is read.
  if (entry.kind === "gap") return `gap ${entry.from}`;
  return entry.kind === "door"
    ? `door ${entry.at} ${entry.serialNumber} ${entry.channel} ${entry.isLocked}`
    : `${entry.kind} ${entry.at} ${entry.serialNumber}`;
};

/** The lines of a list of entries; each has a key of its own. */
export const linesOf = (entries: readonly HistoryEntry[]): HistoryLine[] => {
  const lines: HistoryLine[] = [];
  const keys = new Map<string, number>();
  for (const entry of entries) {
    const last = lines.at(-1);
    if (entry.kind === "door" && last && "doors" in last && isAlike(last.entry, entry)) {
      last.doors.push(entry);
      continue;
    }
    const key = keyOf(entry);
    const times = keys.get(key) ?? 0;
    keys.set(key, times + 1);
    const unique = times === 0 ? key : `${key} ${times}`;
    lines.push(entry.kind === "door" ? { key: unique, entry, doors: [entry] } : { key: unique, entry });
  }
  return lines;
};

/** A timeline's lines: locks that a unit reported alike one right after another are one, under the newest of them. */
export const timelineLines = (entries: readonly TimelineEntry[]): { entry: TimelineEntry; doors: DoorEntry[] }[] => {
  const lines: { entry: TimelineEntry; doors: DoorEntry[] }[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (entry.kind !== "door") lines.push({ entry, doors: [] });
    else if (last?.entry.kind === "door" && isAlike(last.entry, entry)) last.doors.push(entry);
    else lines.push({ entry, doors: [entry] });
  }
  return lines;
};

/** The lines day by day, in the operator's own time zone; `dayOf` names a day. */
export const byDay = <Line extends { entry: { at: string } }>(
  lines: readonly Line[],
  dayOf: (at: number) => string,
): { day: string; lines: Line[] }[] => {
  const days: { day: string; lines: Line[] }[] = [];
  for (const line of lines) {
    const day = dayOf(Date.parse(line.entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
};

/** Nothing below 100 % reads as 100 %: rounded down to hundredths. */
export const uptimeText = (share: number | null): string =>
  share === null ? "–" : `${Math.floor(share * 10_000) / 100} %`;

const mostNamed = 8;

/** "3, 4 and 7"; of many the first and how many more. */
export const namedContainers = (labels: readonly string[]): string => {
  const named = labels.map((label) => label || "?");
  if (named.length > mostNamed + 1)
    return `${named.slice(0, mostNamed).join(", ")} and ${named.length - mostNamed} more`;
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${named.at(-1)}` : (named[0] ?? "");
};
