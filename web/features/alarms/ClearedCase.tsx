import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import { pathTo } from "../../app/paths.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { dayTime } from "../../ui/times.ts";
import { AlarmHistory } from "./AlarmHistory.tsx";
import { alarmOf } from "./alarm-case.atoms.ts";

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
