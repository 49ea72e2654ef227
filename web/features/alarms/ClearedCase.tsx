import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import { readAlarm } from "#shared/alarms/alarm-work.api.ts";
import { pathTo } from "../../app/paths.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newer } from "../../live/records.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { dayTime } from "../../ui/times.ts";
import { AlarmHistory } from "./AlarmHistory.tsx";

const alarmOf = (id: string) =>
  liveAtom<Alarm>({
    rooms: ["alarms"],
    load: loadBy(readAlarm, { params: { id } }, ({ alarm }) => alarm),
    handlers: { "alarm.changed": (known, incoming) => (incoming._id === id ? newer(known, incoming) : known) },
  });

const endOf = ({ clearedAt, clearedBy }: Alarm): string => {
  if (clearedAt === null) return "";
  return `, cleared ${dayTime(Date.parse(clearedAt))} ${clearedBy ? `by ${clearedBy.name}` : "by itself"}`;
};

/** An alarm that a link names and that is not among the open ones. */
export function ClearedCase({ id }: { id: string }) {
  const atom = useMemo(() => alarmOf(id), [id]);
  return (
    <Followed atom={atom}>
      {(alarm) => (
        <>
          <header className="case-head">
            <h2>
              {alarm.machine ? <Link to={pathTo("machine", { id: alarm.machine })}>{alarm.words}</Link> : alarm.words}
            </h2>
            <p className="muted">
              {kindOf(alarm.kind).title}, since {dayTime(Date.parse(alarm.startedAt))}
              {endOf(alarm)}
            </p>
          </header>
          <AlarmHistory alarm={alarm} />
        </>
      )}
    </Followed>
  );
}
