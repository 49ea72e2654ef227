import type { CalendarDateTemplateEvent, CalendarPassThroughOptions } from "primereact/calendar";
import { dayOfDate } from "../day/day-text.ts";
import { serverDay } from "../day/server-day.ts";

const daysIn = (days: HTMLElement, those: string) => [
  ...days.querySelectorAll<HTMLElement>(`${those}:not([data-p-disabled="true"])`),
];

/** The focus goes to the day of this name, else to the chosen one, else to today, else to the first that can be chosen. */
export function focusDay(days: HTMLElement | null, name: string | null = null): void {
  if (!days) return;
  const day =
    daysIn(days, ".calendar-day").find(({ textContent }) => textContent === name) ??
    daysIn(days, ".calendar-day[data-p-highlight=true]")[0] ??
    daysIn(days, "[data-p-today=true] .calendar-day")[0] ??
    daysIn(days, ".calendar-day")[0];
  if (!day) return;
  day.tabIndex = 0;
  day.focus();
}

type Day = { context: { date: Pick<CalendarDateTemplateEvent, "year" | "month" | "day"> } } | undefined;
type DayLabel = { context: { selected: boolean } } | undefined;

/** PrimeReact means the day of the browser's own clock. */
const isServersToday = ({ year, month, day }: NonNullable<Day>["context"]["date"]): boolean =>
  dayOfDate(new Date(year, month, day)) === serverDay();

const arrow = { className: "button button-quiet button-icon", type: "button" };
const title = { className: "button button-quiet button-small", type: "button", "aria-label": undefined };

/** Our classes for the parts of an inline Calendar, and what readers and the keyboard miss in it. */
const parts = {
  panel: { className: "calendar" },
  header: { className: "calendar-head" },
  title: { className: "calendar-title" },
  previousButton: arrow,
  nextButton: arrow,
  monthTitle: title,
  yearTitle: title,
  table: { className: "calendar-days" },
  day: (options: Day) => {
    const isToday = options !== undefined && isServersToday(options.context.date);
    return {
      // PrimeReact looks for today by this class of its own, unstyled too.
      className: isToday ? "p-datepicker-today" : undefined,
      "data-p-today": isToday,
      "aria-label": undefined,
    };
  },
  dayLabel: (options: DayLabel) => ({
    className: "calendar-day",
    role: "button",
    "aria-selected": undefined,
    "aria-pressed": options?.context.selected,
  }),
  monthPicker: { className: "calendar-grid" },
  yearPicker: { className: "calendar-grid" },
  month: { className: "calendar-day" },
  year: { className: "calendar-day" },
};

/**
 * Props of one inline Calendar: its parts, and the listener of its focus. PrimeReact draws the days anew whenever
 * anything changes, and the focus falls off with the old ones: it goes back to the day on which it stood.
 */
export const createCalendarParts = () => {
  let focused: string | null = null;
  const holdFocus = (days: HTMLElement | null): void => {
    if (document.activeElement === document.body) focusDay(days, focused);
  };
  return {
    parts: { ...parts, container: { ref: holdFocus } } as CalendarPassThroughOptions,
    noteFocus: ({ target }: { target: Element }): void => {
      focused = target.textContent;
    },
  };
};
