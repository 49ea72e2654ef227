import { dayAfter, dayBefore } from "../http/date-range.ts";
import { dayOf, startOfDay } from "../http/zone-days.ts";
import type { Repetition } from "./schedule.schema.ts";

/** Repeated reports of one operator. */
export const mostSchedules = 20;
/** A report is made this long after its day has begun, so that rows stored late are in it. */
const afterMidnightMs = 15 * 60_000;

/** Days are `yyyy-mm-dd` throughout. */
const ofMonth = (day: string, monthsLater: number, wanted: number): string => {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const first = month - 1 + monthsLater;
  const length = new Date(Date.UTC(year, first + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, first, Math.min(wanted, length))).toISOString().slice(0, 10);
};
const isWeekday = (day: string, weekday: number) => (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;

const stepTo = (day: string, step: (day: string) => string, weekday: number): string => {
  let reached = step(day);
  while (!isWeekday(reached, weekday)) reached = step(reached);
  return reached;
};

/** The first day after this one on which it is made. */
export const dueAfter = (repetition: Repetition, day: string): string => {
  if (repetition.every === "day") return dayAfter(day);
  if (repetition.every === "week") return stepTo(day, dayAfter, repetition.weekday);
  const ofThis = ofMonth(day, 0, repetition.day);
  return ofThis > day ? ofThis : ofMonth(day, 1, repetition.day);
};

/** The last day before this one on which it was made. */
export const dueBefore = (repetition: Repetition, day: string): string => {
  if (repetition.every === "day") return dayBefore(day);
  if (repetition.every === "week") return stepTo(day, dayBefore, repetition.weekday);
  const ofThis = ofMonth(day, 0, repetition.day);
  return ofThis < day ? ofThis : ofMonth(day, -1, repetition.day);
};

/** The days that its file covers: those since the file before, so that no day is missing or in two files. */
export const coveredBy = (repetition: Repetition, due: string): { startDate: string; endDate: string } => ({
  startDate: dueBefore(repetition, due),
  endDate: dayBefore(due),
});

/** When it is made on that day, in milliseconds. */
export const dueMoment = (due: string, timeZone: string): number => startOfDay(due, timeZone) + afterMidnightMs;

/** The newest of all days since `due` on which it should have been made by now: what was missed is not made up for. */
export const newestDue = (repetition: Repetition, due: string, now: number, timeZone: string): string => {
  const reached = dayOf(now - afterMidnightMs, timeZone);
  let newest = due;
  for (let next = due; next <= reached; next = dueAfter(repetition, next)) newest = next;
  return newest;
};

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const weekdayName = (weekday: number): string => weekdays[weekday - 1] ?? "";

/** "Each day", "Each Monday", "Day 5 of each month", "The last day of each month". */
export const repetitionWords = (repetition: Repetition): string => {
  if (repetition.every === "day") return "Each day";
  if (repetition.every === "week") return `Each ${weekdayName(repetition.weekday)}`;
  const { day } = repetition;
  if (day === 31) return "The last day of each month";
  return day > 28 ? `Day ${day} of each month, or its last` : `Day ${day} of each month`;
};
