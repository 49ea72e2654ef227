import * as z from "zod";

/** 31 June would read as 1 July: a day that does not exist is refused instead, and so is one that no clock counts to. */
const isRealDay = (text: string): boolean => {
  const day = text.slice(0, 10);
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};

/** The words (specification: Checks of dates) for a day that is none, and for days that make no range. */
export const invalidDate = "Invalid date";

/** A day as filters send it: `yyyy/mm/dd`, `yyyy-mm-dd` or an ISO moment; kept as `yyyy-mm-dd` or the moment. */
export const DateBound = z
  .string({ error: ({ input }) => (input === undefined ? invalidDate : undefined) })
  .trim()
  .transform((text) => text.replaceAll("/", "-"))
  .refine(isRealDay, invalidDate);

const dayMs = 86_400_000;

/** Of each zone. To make one takes fifteen times as long as to use it, and each change that is published asks for the day. */
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

/** The day of the calendar so many days later, or earlier by a negative number, both `yyyy-mm-dd`. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The next day of the calendar, both `yyyy-mm-dd`. */
export const dayAfter = (day: string): string => daysLater(day, 1);

/** The day before of the calendar, both `yyyy-mm-dd`. */
export const dayBefore = (day: string): string => daysLater(day, -1);

/** Every day from the first to the last, both included; none where the last comes before the first. */
export const daysFrom = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
};

/** Whether two days make a range: both or none, the end not before the start (specification: Checks of dates). */
export const isDateRange = (startDate?: string, endDate?: string): boolean =>
  Boolean(startDate) === Boolean(endDate) && (!startDate || !endDate || startDate <= endDate);

/** From the first moment of the first day up to (not including) the day after the last; null without dates. */
export const momentsOf = (startDate: string | undefined, endDate: string | undefined, timeZone: string) => {
  if (!startDate || !endDate) return null;
  const dayIn = (text: string) => (text.length > 10 ? dayOf(Date.parse(text), timeZone) : text);
  const from = startOfDay(dayIn(startDate), timeZone);
  return { from: new Date(from), before: new Date(startOfDay(dayAfter(dayIn(endDate)), timeZone)) };
};
