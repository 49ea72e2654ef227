import { atom } from "./jotai.ts";
import { serverNow } from "./server-clock.ts";

const clockAtom = atom(serverNow());
clockAtom.onMount = (set) => {
  set(serverNow());
  const ticking = setInterval(() => set(serverNow()), 1000);
  return () => clearInterval(ticking);
};

/** Milliseconds since 1970, moving once a second while somebody looks: one clock for every "3 min ago" on the screen. */
export const nowAtom = atom((get) => get(clockAtom));
