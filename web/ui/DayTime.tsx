import { dayTime, fullTime } from "./times.ts";

/**
 * "21 Nov 2026, 14:05", in figures of one width, so that a column of them can be read down; with `isExact` to the second.
 * `at` is ISO 8601.
 */
export function DayTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  return (
    <time className="figures nowrap" dateTime={at}>
      {(isExact ? fullTime : dayTime)(Date.parse(at))}
    </time>
  );
}
