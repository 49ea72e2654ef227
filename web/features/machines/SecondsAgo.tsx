import { useMemo } from "react";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { fullTime } from "../../ui/times.ts";

/** "42 seconds ago", counting up: how long a reservation stands (specification: Constants). */
export function SecondsAgo({ at }: { at: string }) {
  const moment = Date.parse(at);
  const secondsAtom = useMemo(() => atom((get) => Math.max(0, Math.floor((get(nowAtom) - moment) / 1000))), [moment]);
  const seconds = useAtomValue(secondsAtom);
  return (
    <time className="figures nowrap" dateTime={at} title={fullTime(moment)}>
      {seconds.toLocaleString("en-IN")} second{seconds === 1 ? "" : "s"} ago
    </time>
  );
}
