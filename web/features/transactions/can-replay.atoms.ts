import { sessionRoom } from "#shared/events/rooms.ts";
import { readCanReplay } from "#shared/transactions/can-case.api.ts";
import type { CanReplay } from "#shared/transactions/can-replay.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withRecord } from "../../live/records.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** What happened to a can; the facts of its last command come as they become known. */
export const canReplayAtomOf = oneForKey((id: string, sessionId: string) =>
  liveAtom<CanReplay>({
    rooms: [`transaction/${id}`, sessionRoom(sessionId)],
    load: loadBy(readCanReplay, { params: { id } }, ({ replay }) => replay, { isQuiet: true }),
    handlers: {
      "transaction.changed": (known, incoming) => (incoming._id === id ? loadAgain : known),
      "session.row.changed": (known, row) =>
        row.sessionId === sessionId ? { ...known, commands: withRecord(known.commands, row) } : known,
    },
  }),
);
