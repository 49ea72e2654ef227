import { useMemo } from "react";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { fullTime, lengthOf } from "../../ui/times.ts";

/** "in 9 min 20 s", ticking; the full time on hover. A time that has come is due. */
export function NextRun({ at }: { at: string | null }) {
  const moment = at === null ? Number.NaN : Date.parse(at);
  const words = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const left = moment - get(nowAtom);
          return left > 0 ? `in ${lengthOf(left)}` : "due";
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
