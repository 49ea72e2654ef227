import "./calendar.css";
import { Calendar, type CalendarDateTemplateEvent, type CalendarProps } from "primereact/calendar";
import { useEffect, useRef, useState } from "react";
import { createCalendarParts, focusDay } from "../prime/calendar-parts.ts";
import { withinPrime } from "../prime/Prime.tsx";
import type { DayCalendarProps } from "./day-calendar.ts";
import { dateOfDay, dayOfDate, dayText } from "./day-text.ts";

const DayChoice = withinPrime<CalendarProps<"single">>(Calendar<"single">);
const RangeChoice = withinPrime<CalendarProps<"range">>(Calendar<"range">);

/**
 * A day's figure; screen readers read the month and the year too: in no span, because PrimeReact takes each for a day.
 */
const figure = ({ year, month, day }: CalendarDateTemplateEvent) => (
  <>
    {day}
    <i className="unseen">{dayText(dayOfDate(new Date(year, month, day))).slice(String(day).length)}</i>
  </>
);

/** The days of a month, one or a range of them to be chosen. The arrows move, Enter chooses, Escape leaves. */
export default function DayCalendar({ days, isRange, min, max, onPick, onLeave }: DayCalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => days.map(dateOfDay));
  const [first, last] = chosen;
  const [{ parts, noteFocus }] = useState(createCalendarParts);
  useEffect(() => focusDay(box.current), []);

  const common = {
    inline: true,
    dateTemplate: figure,
    minDate: dateOfDay(min) ?? undefined,
    maxDate: dateOfDay(max) ?? undefined,
    pt: parts,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: PrimeReact keeps Escape from the popover round it.
    <div ref={box} onFocus={noteFocus} onKeyDown={(event) => event.key === "Escape" && onLeave()}>
      {isRange ? (
        <RangeChoice
          {...common}
          selectionMode="range"
          value={first ? [first, last ?? null] : null}
          onChange={({ value }) => {
            const [from, to] = value ?? [];
            setChosen([from ?? null, to ?? null]);
            if (from && to) onPick([dayOfDate(from), dayOfDate(to)]);
          }}
        />
      ) : (
        <DayChoice {...common} value={first} onChange={({ value }) => value && onPick([dayOfDate(value)])} />
      )}
    </div>
  );
}
