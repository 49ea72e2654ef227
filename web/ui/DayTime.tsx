import { dayTime } from "./times.ts";

/** "21 Nov 2026, 14:05", in figures of one width, so that a column of them can be read down. `at` is ISO 8601. */
export function DayTime({ at }: { at: string }) {
  return (
    <time className="figures nowrap" dateTime={at}>
      {dayTime(Date.parse(at))}
    </time>
  );
}
