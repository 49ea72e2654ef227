import type { Measured } from "#shared/machines/machine-history.schema.ts";
import { countText } from "../ui/count-text.ts";
import { clockTime, dayTime, lengthOf } from "../ui/times.ts";

/** The 24 hours before `until`: since when they are measured, and the gaps in them. */
export type LastHours = Pick<Measured, "since" | "until" | "gaps">;

const dayMs = 86_400_000;

interface Outage {
  /** Where it begins and how long it is, in hundredths of the 24 hours shown. */
  left: number;
  width: number;
  words: string;
  ms: number;
}

/** The gaps as they lie in the last 24 hours. */
export const outagesOf = ({ gaps, until }: LastHours): Outage[] => {
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

/** How much of the last 24 hours is not measured, in hundredths. */
export const unmeasuredOf = ({ since, until }: LastHours): number => {
  if (since === null) return 100;
  const start = Date.parse(until) - dayMs;
  return Math.max(0, Math.min(100, ((Date.parse(since) - start) / dayMs) * 100));
};

/** The strip in a sentence. */
export const stripWords = (measured: LastHours, outages: readonly Outage[]): string => {
  if (measured.since === null) return "It was never heard, so nothing is measured";
  const unmeasured = unmeasuredOf(measured);
  const part = unmeasured > 0 ? `; the first ${lengthOf((unmeasured / 100) * dayMs)} are not measured` : "";
  if (outages.length === 0) return `No outage${part}`;
  const all = outages.reduce((sum, { ms }) => sum + ms, 0);
  return `${countText(outages.length, "outage")}, ${lengthOf(all)} in all${part}`;
};
