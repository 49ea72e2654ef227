import { useState } from "react";
import { useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { serverNow } from "../../state/server-clock.ts";

/** The wait that a 429 imposes, counted down in whole seconds. */
export function useWait(): { seconds: number; wait: (ms: number) => void } {
  const [until, setUntil] = useState(0);
  const now = useAtomValue(nowAtom);
  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    wait: (ms) => setUntil(ms > 0 ? serverNow() + ms : 0),
  };
}

/** Why a button is disabled during the wait. */
export const whyWait = (seconds: number): string | null =>
  seconds > 0 ? `Too many tries: wait another ${inShort(seconds)}` : null;

/** "23 s", "12 min", "23 h": as long as the wait is worth saying exactly. */
export const inShort = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
};
