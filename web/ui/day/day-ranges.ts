import { dayOfDate } from "./day-text.ts";

export const dayRanges = ["Today", "7 d", "30 d", "This month", "Last month"] as const;
export type DayRange = (typeof dayRanges)[number];

const daysBack: Record<Exclude<DayRange, "This month" | "Last month">, number> = { Today: 0, "7 d": 6, "30 d": 29 };

/** The days that a range means at `now`, in the operator's own calendar: today is the last of them, but for Last month. */
export const daysOfRange = (range: DayRange, now: Date): { startDate: string; endDate: string } => {
  const endDate = dayOfDate(now);
  if (range === "This month") return { startDate: `${endDate.slice(0, 8)}01`, endDate };
  if (range === "Last month") {
    const last = new Date(now.getFullYear(), now.getMonth(), 0);
    return { startDate: `${dayOfDate(last).slice(0, 8)}01`, endDate: dayOfDate(last) };
  }
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack[range]);
  return { startDate: dayOfDate(first), endDate };
};

/**
 * Which of the ranges, or of those that a form offers, has these days; on the first of a month Today comes before This
 * month. Empty for other days.
 */
export const rangeOfDays = (
  startDate: string,
  endDate: string,
  now: Date,
  among: readonly DayRange[] = dayRanges,
): DayRange | "" =>
  among.find((range) => {
    const days = daysOfRange(range, now);
    return days.startDate === startDate && days.endDate === endDate;
  }) ?? "";
