import { type TimelineKind, timelineKinds } from "#shared/machines/machine-timeline.schema.ts";
import { DaysButton } from "../../ui/DaysButton.tsx";
import { readDay } from "../../ui/day/day-text.ts";
import { momentsOfDay } from "../../ui/day/server-day.ts";
import type { ListOptions, ListState } from "../../ui/list-state.ts";

const words: Record<TimelineKind, string> = {
  connection: "Connections",
  door: "Doors",
  command: "Commands",
  order: "Orders",
  vend: "Cans",
  stock: "Stock",
  change: "Changes",
  alarm: "Alarms",
  temperature: "Temperature",
  problem: "Problems",
};

const filters = {
  tab: "",
  /** Separated by commas; empty is all. */
  kinds: "",
  startDate: "",
  endDate: "",
  /** The moment of an alarm that a link led here from. */
  at: "",
  /** Not empty while the unit's messages are shown. */
  messages: "",
};
export const timelineOptions: ListOptions<typeof filters> = {
  filters,
  choices: { messages: ["", "shown"] },
  lengths: { startDate: 10, endDate: 10, at: 24 },
};
type TimelineList = ListState<typeof filters>;

const minute = 60_000;
const kindsIn = (text: string): TimelineKind[] => timelineKinds.filter((kind) => text.split(",").includes(kind));
/** Days are those of TIME_ZONE, as in all filters; nothing of a day that is none. */
const boundOf = (day: string, bound: "from" | "before"): string =>
  readDay(day) === day ? new Date(momentsOfDay(day)[bound]).toISOString() : "";

/** Which part of a timeline the address names. An alarm stands in what happened until ten minutes after it. */
export const partOf = ({ kinds, startDate, endDate, at }: TimelineList["filters"]) => {
  const alarmAt = Date.parse(at);
  const around = Number.isNaN(alarmAt) ? "" : new Date(alarmAt + 10 * minute).toISOString();
  return {
    around,
    kinds: kindsIn(kinds).join(","),
    since: around ? "" : boundOf(startDate, "from"),
    before: around || boundOf(endDate, "before"),
  };
};

/** Which kinds, several at once, and from which day to which. */
export function TimelineFilters({ list }: { list: TimelineList }) {
  const { kinds, startDate, endDate } = list.filters;
  const chosen = kindsIn(kinds);
  const toggle = (kind: TimelineKind) => {
    const next = timelineKinds.filter((one) => chosen.includes(one) !== (one === kind));
    list.setFilter("kinds", next.length === timelineKinds.length ? "" : next.join(","));
  };
  return (
    <div className="timeline-filters">
      <DaysButton startDate={startDate} endDate={endDate} onChange={(days) => list.setFilters({ ...days, at: "" })} />
      <fieldset className="switch-row" aria-label="Kinds">
        <button type="button" aria-pressed={chosen.length === 0} onClick={() => list.setFilter("kinds", "")}>
          All
        </button>
        {timelineKinds.map((kind) => (
          <button key={kind} type="button" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
            {words[kind]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
