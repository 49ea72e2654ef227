import { minuteOf, minuteOfWeek, minutesADay } from "../http/local-time.ts";

/** The hours of every day; an end before the beginning is on the next day. */
export interface OpeningHours {
  from: string;
  until: string;
}

const minute = 60_000;

/**
 * Since when a machine is open, in milliseconds since 1970: 0 without hours, null while it is closed. What happened
 * before is no fault of an open machine.
 */
export const openSince = (hours: OpeningHours | null, now: number, timeZone: string): number | null => {
  if (!hours) return 0;
  const [from, until] = [minuteOf(hours.from), minuteOf(hours.until)];
  const present = minuteOfWeek(now, timeZone) % minutesADay;
  const sinceOpening = (present - from + minutesADay) % minutesADay;
  // The same time twice is the whole day.
  const length = (until - from + minutesADay) % minutesADay;
  if (length === 0) return 0;
  return sinceOpening < length ? now - (now % minute) - sinceOpening * minute : null;
};
