import type { ObjectId } from "mongodb";
import { mayBeRepeated } from "#shared/control-units/control-unit.rules.ts";
import { type CommandLimits, type Ended, expired, rejected } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { CommandDocument, SessionDocument } from "#shared/runtime/control-unit-documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type CommandsRepository, isDuplicate } from "./commands.repository.ts";
import type { RowsRepository } from "./rows.repository.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionEnd, SessionsRepository } from "./sessions.repository.ts";

interface Parts {
  mongo: Pick<Mongo, "inTransaction">;
  sessions: SessionsRepository;
  rows: RowsRepository;
  commands: CommandsRepository;
  clock: Clock;
  limits: CommandLimits;
  say: SessionLog;
}

/** When something may have to be decided of a row that was just given out. */
const firstLookMs = (type: CommandType, limits: CommandLimits): number => {
  if (type === "restart") return limits.restartMs;
  return mayBeRepeated(type) ? Math.min(limits.repeatMs, limits.acknowledgeMs) : limits.acknowledgeMs;
};

const commandOf = (session: SessionDocument, serialNumber: string, createdAt: Date): CommandDocument => ({
  _id: session.commandId,
  session: session._id,
  serialNumber,
  type: session.type,
  channels: session.channels,
  expiresAt: session.expiresAt,
  state: "ready",
  createdAt,
  sentAt: null,
  gateway: null,
  connection: null,
  trace: session.trace,
});

/**
 * Session, command and the rows' deadlines in one transaction: a session that runs always has its command, and it has
 * it once.
 */
export const createSessionStarter = ({ mongo, sessions, rows, commands, clock, limits, say }: Parts) => {
  const endUnstarted = async (_id: ObjectId, end: SessionEnd, row: Ended): Promise<void> => {
    const ended = await mongo.inTransaction(async (transaction) => {
      const session = await sessions.endQueued(transaction, _id, end);
      if (session) await rows.endAll(transaction, _id, row);
      return session;
    });
    if (ended) say.ended(ended);
  };

  return {
    /** `taken`: another session of its machine has the turn. `gone`: it does not wait any more. */
    start: async (_id: ObjectId, serialNumber: string): Promise<CommandDocument | "taken" | "gone"> => {
      try {
        const started = await mongo.inTransaction(async (transaction) => {
          const session = await sessions.start(transaction, _id);
          if (!session?.startedAt) return null;
          const command = commandOf(session, serialNumber, session.startedAt);
          await commands.add(transaction, command);
          const look = Math.min(session.expiresAt.getTime(), clock.now() + firstLookMs(session.type, limits));
          await rows.lookAgain(transaction, _id, new Date(look));
          return { session, command };
        });
        if (!started) return "gone";
        say.started(started.session);
        return started.command;
      } catch (error) {
        if (isDuplicate(error)) return "taken";
        throw error;
      }
    },
    expire: (_id: ObjectId): Promise<void> => endUnstarted(_id, { status: "expired", reason: expired.reason }, expired),
    reject: (_id: ObjectId): Promise<void> =>
      endUnstarted(_id, { status: "failed", reason: rejected.reason }, rejected),
  };
};
export type SessionStarter = ReturnType<typeof createSessionStarter>;
