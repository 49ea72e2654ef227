import { atom } from "./jotai.ts";

/** How fresh the screen is. Off: nobody is signed in, or the page follows nothing. */
type ConnectionState = "live" | "reconnecting" | "stale" | "off";

interface LiveConnection {
  state: ConnectionState;
  /** When this state began, in milliseconds since 1970. */
  since: number;
}

export const connectionAtom = atom<LiveConnection>({ state: "off", since: 0 });

/** The code of the connection could not be fetched: browsers remember that until the page is loaded anew. */
export const isCodeMissingAtom = atom(false);

/** The connection is gone, for a moment or for longer. */
export const isLostAtom = atom((get) => ["reconnecting", "stale"].includes(get(connectionAtom).state));

/** The parts of the page that could not be loaded again yet, and since when each may not be true any more. */
export const oldPartsAtom = atom<ReadonlyMap<object, number>>(new Map());
