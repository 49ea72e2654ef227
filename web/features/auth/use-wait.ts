import { useState } from "react";
import { useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";

/** The wait that a 429 imposes, counted down in whole seconds. */
export function useWait(): { seconds: number; wait: (ms: number) => void } {
  const [until, setUntil] = useState(0);
  const now = useAtomValue(nowAtom);
  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    wait: (ms) => setUntil(ms > 0 ? Date.now() + ms : 0),
  };
}

/** "23 s", "12 min": as long as the wait is worth saying exactly. */
export const inShort = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
