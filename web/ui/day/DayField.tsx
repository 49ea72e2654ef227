import { useId, useState } from "react";
import { Field } from "../form/Field.tsx";
import { CalendarButton } from "./CalendarButton.tsx";
import { dayText, readDay } from "./day-text.ts";

interface DayFieldProps {
  label: string;
  /** A day as yyyy-mm-dd; empty is none. */
  value: string;
  /** Called with a whole day, or with nothing while what stands there is none. */
  onChange: (day: string) => void;
  error?: string;
  hint?: string;
  /** What the calendar offers; any day of this century can be typed. */
  min?: string;
  max?: string;
  /** The calendar chooses both ends of a range, of which this field is one. */
  range?: { days: readonly string[]; onPick: (days: string[]) => void };
}

/** A day, typed (21 Nov 2026, 21/11/2026, 2026-11-21) or chosen from a calendar. */
export function DayField(props: DayFieldProps) {
  const { label, value, onChange, error, hint, min = "2000-01-01", max = "2099-12-31", range } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  // What was typed stands for as long as it means the value: another one may come from the calendar or the address.
  const isTyped = typed !== null && (readDay(typed) ?? "") === value;
  const text = isTyped ? typed : dayText(value);
  const isUnread = isTyped && hasLeft && typed.trim() !== "" && value === "";
  return (
    <Field id={id} label={label} hint={hint} error={isUnread ? "Write it as 21 Nov 2026" : error}>
      {(aria) => (
        <span className="day-input">
          <input
            {...aria}
            className="input"
            autoComplete="off"
            spellCheck={false}
            placeholder="dd Mmm yyyy"
            value={text}
            onChange={(event) => {
              setTyped(event.target.value);
              setHasLeft(false);
              onChange(readDay(event.target.value) ?? "");
            }}
            onBlur={() => {
              setHasLeft(true);
              if (value !== "") setTyped(null);
            }}
          />
          <CalendarButton
            labelId={`${id}-label`}
            days={range?.days ?? [value]}
            isRange={range !== undefined}
            min={min}
            max={max}
            onPick={range?.onPick ?? (([day = ""]) => onChange(day))}
          />
        </span>
      )}
    </Field>
  );
}
