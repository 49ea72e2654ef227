import { useRef } from "react";
import { alarmsAtom } from "../../records/alarms.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { later, Nothing } from "../../ui/later.tsx";

const AlarmWatch = later(() => import("./AlarmWatch.tsx"), Nothing);

/** What comes after the first load is news; the code that shows it comes with the first alarm that notified anybody. */
export function AlarmNews({ operator }: { operator: string }) {
  const alarms = useAtomValue(alarmsAtom).data;
  const first = useRef(alarms);
  first.current ??= alarms;
  const isNeeded = useRef(false);
  isNeeded.current ||= alarms?.some(({ notified }) => notified) ?? false;
  return isNeeded.current && alarms ? <AlarmWatch operator={operator} alarms={alarms} before={first.current} /> : null;
}
