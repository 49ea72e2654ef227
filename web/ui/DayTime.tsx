import { dayTime, fullTime } from "./times.ts";

/** "21 Nov 2026, 14:05" in three, of which a list leaves out the present year. */
const parts = /^(.*?)( \d{4})(,.*)$/;

/**
 * "21 Nov 2026, 14:05", in figures of one width, so that a column of them can be read down; with `isExact` to the second.
 * `at` is ISO 8601.
 */
export function DayTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const words = (isExact ? fullTime : dayTime)(Date.parse(at));
  const [, day, year, clock] = parts.exec(words) ?? [];
  return (
    <time className="figures nowrap" dateTime={at}>
      {Number(year) === new Date().getFullYear() ? (
        <>
          {day}
          <span className="this-year">{year}</span>
          {clock}
        </>
      ) : (
        words
      )}
    </time>
  );
}
