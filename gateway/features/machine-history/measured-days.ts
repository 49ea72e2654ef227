import { dayAfter, daysFrom } from "#shared/http/date-range.ts";
import { dayOf, startOfDay } from "#shared/http/zone-days.ts";
import type { Measured } from "#shared/machines/machine-history.schema.ts";
import type { Silence } from "./silences.ts";

export const daysShown = 30;
const dayMs = 86_400_000;

interface RequestedDays {
  /** When the machine was first heard, as far as is kept; null for one that never was. */
  first: number | null;
  /** Each is outside the others. */
  silences: readonly Silence[];
  now: number;
  timeZone: string;
}

/** How long of `from` to `to` a machine was silent. Milliseconds. */
const silentWithin = (silences: readonly Silence[], from: number, to: number, now: number): number =>
  silences.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.to ?? now, to) - Math.max(gap.from, from)), 0);

/** The last 30 days of the calendar with their uptime, the oldest first, and the gaps of the last 24 hours. */
export const measuredDays = ({ first, silences, now, timeZone }: RequestedDays): Measured => {
  const today = dayOf(now, timeZone);
  const oldest = new Date(Date.parse(`${today}T00:00:00Z`) - (daysShown - 1) * dayMs).toISOString().slice(0, 10);
  const days = daysFrom(oldest, today).map((day) => {
    const start = startOfDay(day, timeZone);
    const end = startOfDay(dayAfter(day), timeZone);
    const to = Math.min(end, now);
    const from = Math.max(start, first ?? to);
    if (from >= to) return { day, measured: 0, share: null };
    return {
      day,
      measured: (to - from) / (end - start),
      share: 1 - silentWithin(silences, from, to, now) / (to - from),
    };
  });
  const gaps = silences
    .filter(({ to }) => (to ?? now) > now - dayMs)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: to === null ? null : new Date(to).toISOString(),
    }));
  return {
    since: first === null ? null : new Date(first).toISOString(),
    until: new Date(now).toISOString(),
    days,
    gaps,
  };
};
