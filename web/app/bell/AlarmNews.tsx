import { alarmsAtom, mongoTimeOf } from "../../records/alarms.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { useEver } from "../../ui/use-ever.ts";

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
