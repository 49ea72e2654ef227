import { useState } from "react";
import type { Report } from "#shared/reports/report.schema.ts";
import { repetitionWords, weekdayName } from "#shared/reports/schedule.rules.ts";
import type { Repetition } from "#shared/reports/schedule.schema.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import type { Option } from "../../ui/form/choices.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { schedule } from "./reports.atoms.ts";

const rhythms: Option<Repetition["every"]>[] = [
  { value: "day", label: "Each day" },
  { value: "week", label: "Each week" },
  { value: "month", label: "Each month" },
];
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const weekdays = upTo(7).map((weekday) => ({ value: String(weekday), label: weekdayName(weekday) }));
const days = upTo(31).map((day) => ({
  value: String(day),
  label: repetitionWords({ every: "month", day }).replace(" of each month", ""),
}));

const repetitionOf = (every: Repetition["every"], weekday: string, day: string): Repetition => {
  if (every === "day") return { every };
  return every === "week" ? { every, weekday: Number(weekday) } : { every, day: Number(day) };
};
const covered = { day: "the day before", week: "the seven days before", month: "the days since the month before" };

/** Schedules a report for the signed-in operator. */
export function RepeatDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [every, setEvery] = useState<Repetition["every"]>("day");
  const [weekday, setWeekday] = useState("1");
  const [day, setDay] = useState("1");
  const { startDate, endDate, ...others } = report.filters;
  const repeat = async () => {
    if (await schedule(report._id, repetitionOf(every, weekday, day))) onClose();
  };
  return (
    <ActionDialog title={`Repeat the ${titleOf(report)} report`} label="Repeat" action={repeat} onClose={onClose}>
      <div className="repeat-choices">
        <p>
          Made automatically shortly after midnight: {filtersOf({ filters: others })}
          {startDate && endDate ? `, for ${covered[every]}` : ", as of then"}. The bell shows when it is ready.
        </p>
        <SelectField
          label="Repeat"
          value={every}
          options={rhythms}
          onChange={(chosen) => chosen !== null && setEvery(chosen)}
        />
        {every === "week" && (
          <SelectField label="On" value={weekday} options={weekdays} onChange={(on) => on !== null && setWeekday(on)} />
        )}
        {every === "month" && (
          <SelectField label="On" value={day} options={days} onChange={(on) => on !== null && setDay(on)} />
        )}
      </div>
    </ActionDialog>
  );
}
