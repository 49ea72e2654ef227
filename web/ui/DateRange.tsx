import { useEffect, useState } from "react";
import { isDateRange } from "#shared/http/date-range.ts";
import { DayField } from "./day/DayField.tsx";
import { type DayRange, dayRanges, daysOfRange, rangeOfDays } from "./day/day-ranges.ts";
import { serverDay } from "./day/server-day.ts";
import { ZoneNote } from "./day/ZoneNote.tsx";
import { useBrowserAlert } from "./dialogs.ts";
import { FilterSwitch } from "./FilterSwitch.tsx";

export interface DateRangeProps {
  /** Days as yyyy-mm-dd; empty is none. */
  startDate: string;
  endDate: string;
  /** Called with both days or with neither, the end never before the start. */
  onChange: (range: { startDate: string; endDate: string }) => void;
}

/**
 * Start Date and End Date of a filter: they count only together, and an end before its start is 'Invalid date'. The usual
 * ranges stand beside them.
 */
export function DateRange({ startDate, endDate, onChange }: DateRangeProps) {
  const browserAlert = useBrowserAlert();
  const [draft, setDraft] = useState({ startDate, endDate });
  useEffect(() => setDraft({ startDate, endDate }), [startDate, endDate]);

  const isBackwards = draft.startDate !== "" && draft.endDate !== "" && !isDateRange(draft.startDate, draft.endDate);
  const isHalf = (draft.startDate === "") !== (draft.endDate === "");

  const change = (next: typeof draft) => {
    setDraft(next);
    if (next.startDate === "" || next.endDate === "") {
      // A single day filters nothing yet; without both days the filter is off.
      if (startDate !== "" && next.startDate === "" && next.endDate === "") onChange(next);
      return;
    }
    if (isDateRange(next.startDate, next.endDate)) onChange(next);
    else void browserAlert({ text: "Invalid date" });
  };
  const range = {
    days: [draft.startDate, draft.endDate],
    onPick: ([start = "", end = ""]: string[]) => change({ startDate: start, endDate: end }),
  };
  return (
    <div className="filter-days">
      <DayField
        label="Start Date"
        value={draft.startDate}
        onChange={(day) => change({ ...draft, startDate: day })}
        hint={isHalf && draft.startDate === "" ? "Choose a start date too" : undefined}
        range={range}
      />
      <DayField
        label="End Date"
        value={draft.endDate}
        onChange={(day) => change({ ...draft, endDate: day })}
        error={isBackwards ? "Before the start date" : undefined}
        hint={isHalf && draft.endDate === "" ? "Choose an end date too" : undefined}
        range={range}
      />
      <FilterSwitch<DayRange | "">
        label="Days"
        options={dayRanges}
        value={rangeOfDays(startDate, endDate, serverDay())}
        onChange={(chosen) => chosen !== "" && change(daysOfRange(chosen, serverDay()))}
      />
      <ZoneNote />
    </div>
  );
}
