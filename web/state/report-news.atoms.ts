import { atom } from "./jotai.ts";

/** How many of the operator's reports have ended without his having seen it. */
export const unreadReportsAtom = atom(0);
