import "./alarm-notes.css";
import { Link } from "react-router-dom";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { paths } from "../app/paths.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { useAlarmsOf } from "./alarms.atoms.ts";

/** The alarm's place in the queue of alarms. */
export const caseOf = ({ _id }: Pick<Alarm, "_id">): string => `${paths.alarms}?case=${_id}`;

/** What is wrong with a machine, each on the way to where it is dealt with; nothing while nothing is. */
export function AlarmNotes({ machine }: { machine: string }) {
  const alarms = useAlarmsOf(machine);
  if (alarms.length === 0) return null;
  return (
    <section className="notice alarm-notes" aria-label="Alarms">
      <span className="pi pi-bell" aria-hidden="true" />
      <ul className="notice-words">
        {alarms.map((alarm) => (
          <li key={alarm._id}>
            <Link to={caseOf(alarm)}>{alarm.words}</Link>, <RelativeTime at={alarm.startedAt} />,{" "}
            {alarm.assignee?.name || "nobody's"}
          </li>
        ))}
      </ul>
    </section>
  );
}
