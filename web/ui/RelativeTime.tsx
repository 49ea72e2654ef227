import { useMemo } from "react";
import { atom, useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { ago, fullTime } from "./times.ts";

interface RelativeTimeProps {
  /** ISO 8601 as on the wire, or milliseconds since 1970. Null: it never happened. */
  at: string | number | null;
  never?: string;
}

/** "3 min ago", ticking; the full time on hover. Drawn anew only when its words change. */
export function RelativeTime({ at, never = "never" }: RelativeTimeProps) {
  const moment = at === null ? Number.NaN : new Date(at).getTime();
  const words = useAtomValue(useMemo(() => atom((get) => ago(moment, get(nowAtom))), [moment]));
  if (Number.isNaN(moment)) return <span className="muted">{never}</span>;
  return (
    <time className="figures nowrap" dateTime={new Date(moment).toISOString()} title={fullTime(moment)}>
      {words}
    </time>
  );
}
