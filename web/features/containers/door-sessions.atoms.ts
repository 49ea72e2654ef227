import { atom } from "../../state/jotai.ts";

const sessionsAtom = atom<Readonly<Record<string, string>>>({});

/**
 * The session that is shown at a container, or at a machine's stock update, by the id of either; apart from the cards,
 * because a card that is scrolled away is not drawn.
 */
export const doorSessionsAtom = atom(
  (get) => get(sessionsAtom),
  (get, set, id: string, sessionId: string | null) => {
    const { [id]: _before, ...others } = get(sessionsAtom);
    set(sessionsAtom, sessionId === null ? others : { ...others, [id]: sessionId });
  },
);
