import { dayBefore, daysLater } from "#shared/http/date-range.ts";

export const dayRanges = ["Today", "7 d", "30 d", "This month", "Last month"] as const;
export type DayRange = (typeof dayRanges)[number];

const daysBack: Record<Exclude<DayRange, "This month" | "Last month">, number> = { Today: 0, "7 d": 6, "30 d": 29 };
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days that a range means (all yyyy-mm-dd): `today` is the last of them, but for Last month. */
export const daysOfRange = (range: DayRange, today: string): { startDate: string; endDate: string } => {
  if (range === "This month") return { startDate: firstOfMonth(today), endDate: today };
  if (range === "Last month") {
    const endDate = dayBefore(firstOfMonth(today));
    return { startDate: firstOfMonth(endDate), endDate };
  }
  return { startDate: daysLater(today, -daysBack[range]), endDate: today };
};

/**
 * Which of the ranges, or of those that a form offers, has these days; on the first of a month Today comes before This
 * month. Empty for other days.
 */
export const rangeOfDays = (
  startDate: string,
  endDate: string,
  today: string,
  among: readonly DayRange[] = dayRanges,
): DayRange | "" =>
  among.find((range) => {
    const days = daysOfRange(range, today);
    return days.startDate === startDate && days.endDate === endDate;
  }) ?? "";
