import { useEffect, useId, useState } from "react";
import { isDateRange } from "#shared/http/date-range.ts";
import { useBrowserAlert } from "./dialogs.ts";
import { Field } from "./form/Field.tsx";

interface DateRangeProps {
  /** Days as yyyy-mm-dd; empty is none. */
  startDate: string;
  endDate: string;
  /** Called with both days or with neither, the end never before the start. */
  onChange: (range: { startDate: string; endDate: string }) => void;
}

/** A year that is still being typed passes through 0002 and 0020: nothing is judged until it is whole. */
const isWhole = (day: string): boolean => day === "" || day >= "1900-01-01";

/** Start Date and End Date of a filter: they count only together, and an end before its start is 'Invalid date'. */
export function DateRange({ startDate, endDate, onChange }: DateRangeProps) {
  const id = useId();
  const browserAlert = useBrowserAlert();
  const [draft, setDraft] = useState({ startDate, endDate });
  useEffect(() => setDraft({ startDate, endDate }), [startDate, endDate]);

  const isBackwards = draft.startDate !== "" && draft.endDate !== "" && !isDateRange(draft.startDate, draft.endDate);
  const isHalf = (draft.startDate === "") !== (draft.endDate === "");

  const change = (next: typeof draft) => {
    setDraft(next);
    if (!isWhole(next.startDate) || !isWhole(next.endDate)) return;
    if (next.startDate === "" || next.endDate === "") {
      // One day alone asks for nothing yet; without both the filter is off.
      if (startDate !== "" && next.startDate === "" && next.endDate === "") onChange(next);
      return;
    }
    if (isDateRange(next.startDate, next.endDate)) onChange(next);
    else void browserAlert({ text: "Invalid date" });
  };

  const day = (name: keyof typeof draft, label: string, hint: string | undefined) => (
    <Field
      id={`${id}-${name}`}
      label={label}
      error={isBackwards && name === "endDate" ? "Before the start date" : undefined}
      hint={hint}
    >
      {(aria) => (
        <input
          {...aria}
          type="date"
          className="input"
          min="2000-01-01"
          max="2099-12-31"
          value={draft[name]}
          onChange={(event) => change({ ...draft, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {day("startDate", "Start Date", isHalf && draft.startDate === "" ? "Choose a start date too" : undefined)}
      {day("endDate", "End Date", isHalf && draft.endDate === "" ? "Choose an end date too" : undefined)}
    </>
  );
}
