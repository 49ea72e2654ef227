import type { ObjectId } from "mongodb";
import type { CommandDocument, SessionDocument } from "#shared/control-units/command.document.server.ts";
import { type CommandLimits, expired } from "#shared/control-units/row.rules.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import type { CommandsRepository } from "./commands.repository.ts";
import { firstLookMs } from "./judge-session.ts";
import type { RowsRepository } from "./rows.repository.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionsRepository } from "./sessions.repository.ts";

interface Parts {
  sessions: SessionsRepository;
  rows: RowsRepository;
  commands: CommandsRepository;
  limits: CommandLimits;
  say: SessionLog;
}

/** What moves a door is not alive beyond its turn: the next one may know the same door. */
const lastMoment = ({ expiresAt, startedAt, takesTurn }: SessionDocument, { turnMs }: CommandLimits): Date => {
  if (!takesTurn || !startedAt) return expiresAt;
  return new Date(Math.min(expiresAt.getTime(), startedAt.getTime() + turnMs));
};

/** The one command of a session: its id was named before it exists, so that it can exist only once. */
export const commandOf = (
  session: SessionDocument,
  serialNumber: string,
  createdAt: Date,
  limits: CommandLimits,
  state: CommandDocument["state"] = "ready",
): CommandDocument => ({
  _id: session.commandId,
  session: session._id,
  machine: session.machine,
  serialNumber,
  type: session.type,
  channels: session.channels,
  expiresAt: lastMoment(session, limits),
  state,
  createdAt,
  sentAt: null,
  gateway: null,
  connection: null,
  startedBy: session.startedBy,
  trace: session.trace,
});

/**
 * Single guarded writes in an order that can be continued, and no transaction: one whose worker was killed would lock
 * its machine for a minute. A session that started without a command gets it from the worker that finds it.
 */
export const createSessionStarter = ({ sessions, rows, commands, limits, say }: Parts) => {
  /** Safe to repeat: the command exists once, and its id is all that is ever sent. */
  const giveCommand = async (session: SessionDocument, serialNumber: string | null): Promise<CommandDocument> => {
    const since = session.startedAt ?? session.createdAt;
    const look = Math.min(session.expiresAt.getTime(), since.getTime() + firstLookMs(session.type, limits));
    await rows.lookAgain(session._id, new Date(look));
    const command = commandOf(session, serialNumber ?? "", since, limits, serialNumber ? "ready" : "rejected");
    await commands.add(command);
    return command;
  };

  return {
    giveCommand,
    /**
     * `taken`: another session of its machine has the turn. `gone`: it does not wait any more. A machine without a unit
     * gets a command that is rejected from the beginning.
     */
    start: async (_id: ObjectId, serialNumber: string | null): Promise<CommandDocument | "taken" | "gone"> => {
      const started = await sessions.start(_id).catch((error: unknown) => {
        if (isTaken(error)) return "taken" as const;
        throw error;
      });
      if (started === "taken") return started;
      if (!started) return "gone";
      say.started(started);
      return giveCommand(started, serialNumber);
    },
    /** What waited too long by the database's clock, and only then its rows: if nobody lives to end them, the sweep does. */
    expire: async (_id: ObjectId): Promise<void> => {
      const session = await sessions.expire(_id);
      if (!session) return;
      await rows.endAll(_id, expired);
      say.ended(session);
    },
  };
};
export type SessionStarter = ReturnType<typeof createSessionStarter>;
