import { useEffect } from "react";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { alarmsAtom, mongoTimeOf } from "../../records/alarms.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadEventsAtom } from "../../state/report-news.atoms.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { useEver } from "../../ui/use-ever.ts";
import { PendingCountsWatch } from "../pending-counts/PendingCountsWatch.tsx";
import { networkEventsAtom } from "./network-events.atoms.ts";
import { ReportWatch } from "./ReportWatch.tsx";
import { isUnread, readUntilAtom } from "./read-until.atoms.ts";

const AlarmWatch = later(() => import("./AlarmWatch.tsx"), Nothing);

interface AlarmNewsProps {
  operator: string;
  /** When the operator had this page, by `performance.now`: alarms are loaded a while after that. */
  openedAt: number;
}

/** What comes after the page was opened is news; the code that shows it comes with the first alarm that notified anybody. */
export function AlarmNews({ operator, openedAt }: AlarmNewsProps) {
  const alarms = useAtomValue(alarmsAtom).data;
  const isNeeded = useEver(alarms?.some(({ notified }) => notified) ?? false);
  return isNeeded && alarms ? <AlarmWatch operator={operator} alarms={alarms} since={mongoTimeOf(openedAt)} /> : null;
}

/** Counts for the bell, on every page, what happened since the operator looked last. */
function EventWatch({ operator }: { operator: string }) {
  const { data } = useAtomValue(networkEventsAtom);
  const readUntil = useAtomValue(readUntilAtom)(operator);
  const setUnread = useSetAtom(unreadEventsAtom);
  useEffect(() => {
    setUnread((data ?? []).filter((event) => isUnread(event, readUntil)).length);
  }, [data, readUntil, setUnread]);
  useEffect(() => () => setUnread(0), [setUnread]);
  return null;
}

/** What is followed on every page, once the first page has its own data. */
export default function Watches({ operator, openedAt }: { operator: Operator; openedAt: number }) {
  return (
    <>
      <PendingCountsWatch operator={operator} />
      <ReportWatch operator={operator._id} />
      <AlarmNews operator={operator._id} openedAt={openedAt} />
      <EventWatch operator={operator._id} />
    </>
  );
}
