import { minuteOf, minuteOfWeek, minutesADay, minutesAWeek, weekdays } from "../http/local-time.ts";
import { type Alarm, severities } from "./alarm.schema.ts";
import type { AlarmRule } from "./alarm-rule.schema.ts";

const minute = 60_000;
const weekMs = minutesAWeek * minute;

type Hours = AlarmRule["hours"];

/** Whether a rule holds at this moment; `now` in milliseconds since 1970. */
export const isInHours = (hours: Hours, now: number, timeZone: string): boolean => {
  if (!hours) return true;
  const [from, until] = [minuteOf(hours.from), minuteOf(hours.until)];
  // The same time twice is the whole day.
  const length = (until - from + minutesADay) % minutesADay || minutesADay;
  const present = minuteOfWeek(now, timeZone);
  return hours.weekdays.some((day) => {
    const begins = weekdays.indexOf(day) * minutesADay + from;
    return (present - begins + minutesAWeek) % minutesAWeek < length;
  });
};

/** Whether a rule is about this alarm. `regions` are those of its machines. */
export const isAbout = (
  rule: { kinds: readonly string[]; severity: Alarm["severity"]; regions: readonly string[] },
  { kind, severity }: Pick<Alarm, "kind" | "severity">,
  regions: readonly string[],
): boolean =>
  (rule.kinds.length === 0 || rule.kinds.includes(kind)) &&
  severities.indexOf(severity) <= severities.indexOf(rule.severity) &&
  (rule.regions.length === 0 || regions.some((region) => rule.regions.includes(region)));

/** The last hand-over at or before `at`, to the minute. */
const handedOverAt = ({ weekday, at: time }: NonNullable<AlarmRule["handOver"]>, at: number, timeZone: string) => {
  const since = minuteOfWeek(at, timeZone) - weekdays.indexOf(weekday) * minutesADay - minuteOf(time);
  return at - (at % minute) - ((since + minutesAWeek) % minutesAWeek) * minute;
};

interface Rota<T> {
  rota: readonly T[];
  handOver: AlarmRule["handOver"];
  /** Milliseconds since 1970. */
  turnsFrom: number;
}

/** The rota as it is at this moment: who has it stands first, and those who are away are left out. */
export const dutyOrder = <T extends { awayUntil: number | null }>(
  { rota, handOver, turnsFrom }: Rota<T>,
  now: number,
  timeZone: string,
): T[] => {
  const weeks = handOver
    ? Math.round((handedOverAt(handOver, now, timeZone) - handedOverAt(handOver, turnsFrom, timeZone)) / weekMs)
    : 0;
  const first = rota.length > 0 ? ((weeks % rota.length) + rota.length) % rota.length : 0;
  const inOrder = [...rota.slice(first), ...rota.slice(0, first)];
  return inOrder.filter(({ awayUntil }) => awayUntil === null || awayUntil <= now);
};
