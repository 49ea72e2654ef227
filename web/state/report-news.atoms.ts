import { atom } from "./jotai.ts";

/** How many of the operator's reports have ended and were not seen yet. */
export const unreadReportsAtom = atom(0);
