import { atom } from "./jotai.ts";

/** How many of the operator's reports have ended and were not seen yet. */
export const unreadReportsAtom = atom(0);
/** How much happened in the network since the operator opened the bell last. */
export const unreadEventsAtom = atom(0);
