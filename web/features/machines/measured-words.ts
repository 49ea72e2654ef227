import type { Measured } from "#shared/machines/machine-history.schema.ts";
import { countText } from "../../ui/count-text.ts";
import { clockTime, dayOnly, dayTime, lengthOf } from "../../ui/times.ts";
import { uptimeText } from "./history-list.ts";

type Day = Measured["days"][number];
const dayMs = 86_400_000;
/** A day of the calendar by its name; at noon, so that no time zone makes another of it. */
export const nameOfDay = (day: string): string => dayOnly(Date.parse(`${day}T12:00:00`));

/** How a day went, for its colour and its sign. */
export const lookOf = ({ share }: Day): "unmeasured" | "up" | "partly" | "down" => {
  if (share === null) return "unmeasured";
  if (share > 0.999) return "up";
  return share >= 0.9 ? "partly" : "down";
};

/** "21 Nov 2026: 99.95 %, measured for 6 h", or that it is not measured. */
export const wordsOfDay = ({ day, measured, share }: Day, isToday: boolean): string => {
  const name = isToday ? `${nameOfDay(day)}, so far` : nameOfDay(day);
  if (share === null) return `${name}: not measured`;
  const part = measured < 1 && !isToday ? `, measured for ${lengthOf(measured * dayMs)}` : "";
  return `${name}: ${uptimeText(share)}${part}`;
};

/** What the hatched days are, in words; null where there are none. */
export const sinceWords = ({ since, days }: Measured): string | null => {
  const unmeasured = days.filter(({ share }) => share === null).length;
  if (since === null) return "Not measured yet: the machine was never heard. The hatched days are not measured.";
  if (unmeasured === 0) return null;
  return `Measured since ${dayTime(Date.parse(since))}. ${countText(unmeasured, "hatched day is", "hatched days are")} not measured.`;
};

export interface Outage {
  /** Where it begins and how long it is, in hundredths of the 24 hours. */
  left: number;
  width: number;
  words: string;
  ms: number;
}

/** The gaps as they lie in the last 24 hours. */
export const outagesOf = ({ gaps, until }: Measured): Outage[] => {
  const end = Date.parse(until);
  const start = end - dayMs;
  return gaps.map(({ from, to }) => {
    const began = Math.max(Date.parse(from), start);
    const ended = to === null ? end : Date.parse(to);
    const before = Date.parse(from) < start ? `since ${dayTime(Date.parse(from))}` : `from ${clockTime(began)}`;
    return {
      left: ((began - start) / dayMs) * 100,
      width: ((ended - began) / dayMs) * 100,
      words: `Not heard ${before} ${to === null ? "until now" : `to ${clockTime(ended)}`}, ${lengthOf(ended - Date.parse(from))}`,
      ms: ended - began,
    };
  });
};

/** So much of the last 24 hours is not measured, in hundredths. */
export const unmeasuredOf = ({ since, until }: Measured): number => {
  if (since === null) return 100;
  const start = Date.parse(until) - dayMs;
  return Math.max(0, Math.min(100, ((Date.parse(since) - start) / dayMs) * 100));
};

/** The strip in a sentence. */
export const stripWords = (measured: Measured, outages: readonly Outage[]): string => {
  if (measured.since === null) return "It was never heard, so nothing is measured";
  const unmeasured = unmeasuredOf(measured);
  const part = unmeasured > 0 ? `; the first ${lengthOf((unmeasured / 100) * dayMs)} are not measured` : "";
  if (outages.length === 0) return `No outage${part}`;
  const all = outages.reduce((sum, { ms }) => sum + ms, 0);
  return `${countText(outages.length, "outage")}, ${lengthOf(all)} in all${part}`;
};
