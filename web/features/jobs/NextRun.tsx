import { useMemo } from "react";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { ago, fullTime, lengthOf } from "../../ui/times.ts";

/** "in 9 min", ticking; the full time on hover. A time that has come is due. */
export function NextRun({ at }: { at: string | null }) {
  const moment = at === null ? Number.NaN : Date.parse(at);
  const words = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const now = get(nowAtom);
          if (moment <= now) return "due";
          return moment - now > 60_000 ? ago(moment, now) : `in ${lengthOf(moment - now)}`;
        }),
      [moment],
    ),
  );
  if (at === null) return <span className="muted">–</span>;
  return (
    <time className="figures nowrap" dateTime={at} title={fullTime(moment)}>
      {words}
    </time>
  );
}
