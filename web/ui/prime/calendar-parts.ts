import type { CalendarPassThroughOptions } from "primereact/calendar";

const dayIn = (days: HTMLElement, day: string) =>
  days.querySelector<HTMLElement>(`${day}:not([data-p-disabled="true"])`);

/** The focus goes to the chosen day, else to today, else to the first that can be chosen. */
export function focusDay(days: HTMLElement | null): void {
  if (!days) return;
  const day =
    dayIn(days, ".calendar-day[data-p-highlight=true]") ??
    dayIn(days, "[data-p-today=true] .calendar-day") ??
    dayIn(days, ".calendar-day");
  if (!day) return;
  day.tabIndex = 0;
  day.focus();
}

/** PrimeReact draws the days anew at every change, and the focus falls off with the old ones. */
const holdFocus = (days: HTMLElement | null): void => {
  if (document.activeElement === document.body) focusDay(days);
};

type Day = { context: { today: boolean } } | undefined;
type DayLabel = { context: { selected: boolean } } | undefined;

const arrow = { className: "button button-quiet button-icon", type: "button" };
const title = { className: "button button-quiet button-small", type: "button", "aria-label": undefined };

/** Our classes for the parts of an inline Calendar, and what readers and the keyboard miss in it. */
export const calendarParts = {
  panel: { className: "calendar" },
  header: { className: "calendar-head" },
  title: { className: "calendar-title" },
  previousButton: arrow,
  nextButton: arrow,
  monthTitle: title,
  yearTitle: title,
  container: { ref: holdFocus },
  table: { className: "calendar-days" },
  day: (options: Day) => ({
    // PrimeReact looks for today by this class of its own, unstyled too.
    className: options?.context.today ? "p-datepicker-today" : undefined,
    "aria-label": undefined,
  }),
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
} as CalendarPassThroughOptions;
