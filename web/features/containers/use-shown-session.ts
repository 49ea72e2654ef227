import { useCallback, useEffect, useMemo } from "react";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import { type SessionRows, sessionAtomOf } from "../../live/session-rows.ts";
import { byId } from "../../state/by-id.ts";
import { atom, useAtom, useAtomValue, useSetAtom, type WritableAtom } from "../../state/jotai.ts";
import { type Load, loading } from "../../state/load.ts";

/**
 * The session that is shown at a container, or at a machine's stock update, by the id of either; apart from the cards,
 * because a card that is scrolled away is not drawn.
 */
export const doorSessionsAtom = byId<string>();

/** How long a session that has ended stays to be read. A bad end is read more slowly. */
const settles = { wellMs: 8_000, badlyMs: 60_000 };

/** The session that is shown at a container or a machine, if there is one. */
export function useShownSession(id: string): [sessionId: string | null, show: (sessionId: string | null) => void] {
  const sessionId = useAtomValue(doorSessionsAtom)[id] ?? null;
  const set = useSetAtom(doorSessionsAtom);
  return [sessionId, useCallback((next) => set(id, next), [id, set])];
}

const noSession = atom(
  (): Load<SessionRows> => loading,
  (_get, _set, _action: { do: "retry" }): void => undefined,
);

/** Follows a session; once all its rows have ended, `onSettled` is called after a while. */
export function useFollowedSession(
  sessionId: string | null,
  onSettled: () => void,
): { load: Load<SessionRows>; retry: () => void } {
  const sessionAtom = useMemo(
    (): WritableAtom<Load<SessionRows>, [{ do: "retry" }], void> => (sessionId ? sessionAtomOf(sessionId) : noSession),
    [sessionId],
  );
  const [load, send] = useAtom(sessionAtom);
  const rows = load.data?.rows;
  const end = rows?.every(({ endedAt }) => endedAt !== null) ? (rows.some(endedBadly) ? "badly" : "well") : null;
  useEffect(() => {
    if (end === null) return;
    const timer = setTimeout(onSettled, end === "well" ? settles.wellMs : settles.badlyMs);
    return () => clearTimeout(timer);
  }, [end, onSettled]);
  return { load, retry: () => send({ do: "retry" }) };
}
