import { dateWords } from "#shared/sheets/date-words.ts";
import { serverNow } from "../state/server-clock.ts";

const twoFigures = (count: number): string => String(count).padStart(2, "0");

/** "14:05", in the operator's own time zone. */
export const clockTime = (at: number, seconds = false): string => {
  const moment = new Date(at);
  const shown = [moment.getHours(), moment.getMinutes(), moment.getSeconds()];
  return shown
    .slice(0, seconds ? 3 : 2)
    .map(twoFigures)
    .join(":");
};

/** "21 Nov 2026, 14:05:09", for hovers and exports. */
export const fullTime = dateWords({ dateStyle: "medium", timeStyle: "medium" });

const steps: [seconds: number, unit: string][] = [
  [60, "s"],
  [3600, "min"],
  [86_400, "h"],
];

/** "21 Nov 2026". */
export const dayOnly = dateWords({ dateStyle: "medium" });

/** "21 Nov 2026, 14:05", where the day itself matters. */
export const dayTime = dateWords({ dateStyle: "medium", timeStyle: "short" });

/** "8 s ago", "3 min ago", "5 h ago", "2 days ago". A moment ahead of our clock by less than a minute is now. */
export function ago(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < -60) return `in ${ago(now, at).replace(" ago", "")}`;
  if (seconds < 1) return "just now";
  let size = 1;
  for (const [limit, unit] of steps) {
    if (seconds < limit) return `${Math.floor(seconds / size)} ${unit} ago`;
    size = limit;
  }
  const days = Math.floor(seconds / size);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

const dayOfYear = dateWords({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const yearOf = (at: number): number => new Date(at).getFullYear();

/** "21 Nov, 14:05" of this year, else "21 Nov 2025, 14:05": in a list that may stand open past midnight. */
export const dayMoment = (at: number): string => (yearOf(at) === yearOf(serverNow()) ? dayOfYear(at) : dayTime(at));

/** "14:05" of today, "21 Nov, 14:05" of this year, else "21 Nov 2025, 14:05". */
export const momentText = (at: number): string => {
  const now = serverNow();
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clockTime(at);
  return dayMoment(at);
};

const lengths: [ms: number, unit: string][] = [
  [86_400_000, "day"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** How long something took, in its two largest units: "45 s", "12 min 30 s", "3 h 5 min", "2 days 4 h". */
export function lengthOf(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1_000)) * 1_000;
  const at = lengths.findIndex(([size]) => whole >= size);
  if (at === -1) return "0 s";
  let left = whole;
  const parts = lengths.slice(at, at + 2).flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0) return [];
    return `${count} ${unit === "day" && count > 1 ? "days" : unit}`;
  });
  return parts.join(" ");
}
