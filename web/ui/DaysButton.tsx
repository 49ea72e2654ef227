import { DateRange, type DateRangeProps } from "./DateRange.tsx";
import { rangeOfDays } from "./day/day-ranges.ts";
import { dayText } from "./day/day-text.ts";
import { serverDay } from "./day/server-day.ts";
import { Popover } from "./Popover.tsx";

/** The days of a filter: the button says which, and behind it they are chosen. */
export function DaysButton(days: DateRangeProps) {
  const { startDate, endDate } = days;
  const isSet = startDate !== "" && endDate !== "";
  const words = isSet
    ? rangeOfDays(startDate, endDate, serverDay()) || `${dayText(startDate)} to ${dayText(endDate)}`
    : "Any day";
  return (
    <Popover
      kept
      label="Days"
      className="filter-panel-days"
      trigger={(trigger) => (
        <button {...trigger} className={`button button-plain${isSet ? " filter-set" : ""}`} title="Days">
          <span className="pi pi-calendar" aria-hidden="true" />
          <span className="button-label">{words}</span>
        </button>
      )}
    >
      {() => <DateRange {...days} />}
    </Popover>
  );
}
