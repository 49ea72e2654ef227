import "./alarm-notes.css";
import { Link } from "react-router-dom";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { caseOf, useAlarmsOf } from "./alarms.atoms.ts";

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
            {alarm.assignee?.name || "unassigned"}
          </li>
        ))}
      </ul>
    </section>
  );
}
