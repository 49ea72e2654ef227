import { memo, useDeferredValue, useEffect, useMemo } from "react";
import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import { OutageStrip } from "../../records/OutageStrip.tsx";
import { outagesOf, stripWords } from "../../records/outages.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { lengthOf } from "../../ui/times.ts";
import { lastHoursAtomOf, seeLastHours } from "./last-days.ts";

interface LastHoursProps {
  machineId: string;
  status: MachineStatus;
}

/** The outages of the last 24 hours, read again when the machine goes or comes back. */
function LastHours({ machineId, status }: LastHoursProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another outage.
  useEffect(() => seeLastHours(machineId), [machineId, status]);
  const hours = useAtomValue(useMemo(() => lastHoursAtomOf(machineId), [machineId]));
  if (!hours) return <span className="last-hours last-hours-coming" />;
  const outages = outagesOf(hours);
  const out = outages.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <span className="last-hours" title={stripWords(hours, outages)}>
      <OutageStrip of={hours} />
      <span className={`last-hours-out figures${status === "Offline" ? " last-hours-now" : ""}`} aria-hidden="true">
        {out > 0 ? lengthOf(out) : ""}
      </span>
      <span className="unseen">{stripWords(hours, outages)}</span>
    </span>
  );
}

/** It does not depend on heartbeats: a row that is only heard draws none of it. Scrolling does not wait for it. */
export const LastHoursCell = memo(function Deferred(props: LastHoursProps) {
  return useDeferredValue(true, false) ? <LastHours {...props} /> : <span className="last-hours last-hours-coming" />;
});
