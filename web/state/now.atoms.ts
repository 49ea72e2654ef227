import { atom } from "./jotai.ts";

const clockAtom = atom(Date.now());
clockAtom.onMount = (set) => {
  set(Date.now());
  const ticking = setInterval(() => set(Date.now()), 1000);
  return () => clearInterval(ticking);
};

/** Milliseconds since 1970, moving once a second while somebody looks: one clock for every "3 min ago" on the screen. */
export const nowAtom = atom((get) => get(clockAtom));
