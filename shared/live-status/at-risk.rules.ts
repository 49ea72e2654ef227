/*
 * What a machine usually sells in given hours: the mean of the same hours of the same weekdays in the weeks before.
 * A week is 168 hours; where clocks change it is off by the hour of the change for up to four weeks.
 */

export const weekMs = 7 * 86_400_000;
/** How many weeks before the outage are looked at. */
const usualWeeks = 4;

/** Milliseconds since 1970. */
interface Span {
  from: number;
  /** Not part of it. */
  before: number;
}

export interface UsualHours {
  /** Counted weeks, 1 to `usualWeeks`. */
  weeks: number;
  /** When the first counted week begins; all of them end where the outage begins. */
  start: number;
  /** An outage lasts this many whole weeks, and `restMs` more. */
  whole: number;
  restMs: number;
  /** Where sales count: those hours of each week; of an outage of a week or longer the weeks themselves. */
  spans: Span[];
}

/**
 * The hours before an outage that are compared with it. A week counts only where the machine existed from its first
 * moment; null where none does, or nothing has passed yet.
 */
export const usualHoursOf = (outage: Span, machineSince: number): UsualHours | null => {
  const { from, before } = outage;
  const lasts = before - from;
  const weeks = Math.min(usualWeeks, Math.floor((from - machineSince) / weekMs));
  if (lasts <= 0 || weeks < 1) return null;
  const start = from - weeks * weekMs;
  const whole = Math.floor(lasts / weekMs);
  const restMs = lasts % weekMs;
  const each = Array.from({ length: weeks }, (_, week) => start + week * weekMs);
  const spans = whole > 0 ? [{ from: start, before: from }] : each.map((at) => ({ from: at, before: at + restMs }));
  return { weeks, start, whole, restMs, spans };
};
