import * as z from "zod";

/** 31 June would read as 1 July: a day that does not exist is refused instead, and so is one that no clock counts to. */
const isRealDay = (text: string): boolean => {
  const day = text.slice(0, 10);
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};

/** The words (specification: Checks of dates) for a text that is no day, and for days that are no range. */
export const invalidDate = "Invalid date";

/** A day as filters send it: `yyyy/mm/dd`, `yyyy-mm-dd` or an ISO moment; kept as `yyyy-mm-dd` or the moment. */
export const DateBound = z
  .string({ error: ({ input }) => (input === undefined ? invalidDate : undefined) })
  .trim()
  .transform((text) => text.replaceAll("/", "-"))
  .refine(isRealDay, invalidDate);

const dayMs = 86_400_000;

/** The calendar day `days` later, or earlier if negative; both as `yyyy-mm-dd`. */
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
