import { useAlarmsOf } from "../../records/alarms.atoms.ts";
import { countText } from "../../ui/count-text.ts";

/** How many alarms a machine has; nothing while there are none. */
export function AlarmCount({ machine }: { machine: string }) {
  const { length } = useAlarmsOf(machine);
  if (length === 0) return null;
  return (
    <span className="tile-alarms" title={countText(length, "alarm")}>
      <span className="pi pi-bell" aria-hidden="true" />
      {countText(length, "alarm")}
    </span>
  );
}
