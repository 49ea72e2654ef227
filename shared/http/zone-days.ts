import { dayAfter } from "./date-range.ts";

/** One format per zone. Making one takes fifteen times as long as using it, and each published change needs the day. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const momentFormats = new Map<string, Intl.DateTimeFormat>();
type ZoneFormat = Intl.DateTimeFormatOptions & { timeZone: string };
const formatIn = (known: typeof dayFormats, locale: string, options: ZoneFormat): Intl.DateTimeFormat => {
  const format = known.get(options.timeZone) ?? new Intl.DateTimeFormat(locale, options);
  known.set(options.timeZone, format);
  return format;
};

/** Minutes by which `timeZone` is ahead of UTC at that moment. */
const offsetMinutes = (at: number, timeZone: string): number => {
  const parts = formatIn(momentFormats, "en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return Math.round((local - at) / 60_000);
};

const midnightOf = (day: string, timeZone: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const guess = utc - offsetMinutes(utc, timeZone) * 60_000;
  const nearer = utc - offsetMinutes(guess, timeZone) * 60_000;
  if (guess === nearer) return guess;
  // Where clocks are changed at midnight one of both is still the day before.
  return [guess, nearer].sort((a, b) => a - b).find((at) => dayOf(at, timeZone) === day) ?? nearer;
};

/** The first moment of a day (`yyyy-mm-dd`) of `timeZone`, in milliseconds. */
export const startOfDay = (day: string, timeZone: string): number => {
  const at = midnightOf(day, timeZone);
  if (dayOf(at - 1, timeZone) !== day) return at;
  // Clocks that are put back to midnight come to it twice: the day has begun with the first.
  return at - (offsetMinutes(at - 1, timeZone) - offsetMinutes(at, timeZone)) * 60_000;
};

/** The day of `timeZone` in which a moment lies, as `yyyy-mm-dd`. */
export const dayOf = (at: number, timeZone: string): string =>
  formatIn(dayFormats, "en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** From the first moment of the first day up to (not including) the day after the last; null without dates. */
export const momentsOf = (startDate: string | undefined, endDate: string | undefined, timeZone: string) => {
  if (!startDate || !endDate) return null;
  const dayIn = (text: string) => (text.length > 10 ? dayOf(Date.parse(text), timeZone) : text);
  const from = startOfDay(dayIn(startDate), timeZone);
  return { from: new Date(from), before: new Date(startOfDay(dayAfter(dayIn(endDate)), timeZone)) };
};
