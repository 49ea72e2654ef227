import { serverNow } from "../state/server-clock.ts";
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
  const isThisYear = Number(year) === new Date(serverNow()).getFullYear();
  return (
    <time className={isThisYear ? "figures nowrap" : "figures other-year"} dateTime={at} title={words}>
      {isThisYear ? (
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
