import { readSessionResults } from "#shared/control-units/control-unit.api.ts";
import type { ResultRow, Session } from "#shared/control-units/control-unit.schema.ts";
import { sessionRoom } from "#shared/events/rooms.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { liveAtom } from "./live.atom.ts";
import type { LiveClient } from "./live-client.ts";
import { loadBy } from "./load-by.ts";
import { withRecord } from "./records.ts";

/** One session of a control unit and what is known of each of its containers, in the order in which they were named. */
export interface SessionRows {
  session: Session;
  rows: ResultRow[];
}

/**
 * A session, kept true while somebody looks: joins its room, loads it, then follows each of its rows. It goes on after
 * the session has ended, because a fact that comes late is still published. A load that fails says so in its place and
 * not as an alert: 'Failed to send command' would be untrue of a command that was sent.
 */
export const sessionAtomOf = (
  sessionId: string,
  live?: Pick<LiveClient, "join" | "leave" | "listen" | "connected">,
) => {
  const pick = ({ session, sessionResults: rows }: CallReply<typeof readSessionResults>) => ({ session, rows });
  return liveAtom<SessionRows>(
    {
      rooms: [sessionRoom(sessionId)],
      load: loadBy(readSessionResults, { params: { id: sessionId } }, pick, { isQuiet: true }),
      handlers: {
        "session.changed": (known, session) => (session.sessionId === sessionId ? { ...known, session } : known),
        "session.row.changed": (known, row) =>
          row.sessionId === sessionId ? { ...known, rows: withRecord(known.rows, row) } : known,
      },
    },
    live,
  );
};
