import type { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { CommandLimits } from "#shared/control-units/row.rules.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import { createSweep as createWatchedSweep } from "../sweep.ts";
import type { Advance } from "./advance-machine.ts";
import type { CommandsRepository } from "./commands.repository.ts";
import type { Dispatch } from "./dispatch.ts";
import type { RowsRepository } from "./rows.repository.ts";
import type { SessionsRepository } from "./sessions.repository.ts";
import type { Settle } from "./settle-session.ts";
import type { SessionStarter } from "./start-session.ts";

interface Parts {
  sessions: SessionsRepository;
  rows: RowsRepository;
  commands: CommandsRepository;
  databaseNow: () => Promise<number>;
  limits: CommandLimits;
  log: Logger;
  advance: Advance;
  settle: Settle;
  dispatch: Dispatch;
  starter: SessionStarter;
}
/** The most of each kind; the rest is found by the next sweep. */
const limit = 2_000;
const width = 12;
/**
 * The worker that started a session stores its command within this time, and ends it with its last row, or was killed.
 */
const orphanMs = 1_000;

const unique = (ids: ObjectId[]): ObjectId[] => [...new Map(ids.map((id) => [id.toHexString(), id])).values()];

/**
 * Finds everything that lost its wake-up or whose time has come: whatever was killed or away, nothing is left lying.
 * Every worker does it each second.
 */
export const createSweep = (parts: Parts) => {
  const { sessions, rows, commands, databaseNow, limits, log, advance, settle, dispatch, starter } = parts;
  /** No row waits longer for anything. */
  const longestMs = Math.max(...Object.values(limits));
  /** Sessions that were started by a worker that did not live to give them their command. */
  const orphans = async (): Promise<SessionDocument[]> => {
    const started = await sessions.startedLately(orphanMs);
    const known = await commands.known(started.map(({ commandId }) => commandId));
    return started.filter(({ commandId }) => !known.has(commandId));
  };
  const adopt = async (session: SessionDocument): Promise<void> =>
    dispatch([await starter.giveCommand(session, await sessions.authorisedUnit(session.machine))]);

  const run = async (): Promise<unknown[]> => {
    const [ready, due, overlong, left, machines, orphaned] = await Promise.all([
      commands.ready(limit),
      databaseNow().then((now) => rows.due(now, longestMs, limit)),
      sessions.overlongTurns(limits.turnMs),
      sessions.leftRunning(orphanMs),
      sessions.machinesToAdvance(),
      orphans(),
    ]);
    const late = ready.filter((command) => command.late);
    if (late.length > 0) await commands.expireLate(late.map(({ _id }) => _id));
    const toSettle = unique([...overlong, ...due, ...left, ...late.map(({ session }) => session)]);
    const failures = await Promise.all([
      eachLimited(toSettle, width, settle),
      eachLimited(machines, width, advance),
      eachLimited(orphaned, width, adopt),
      eachLimited([ready.filter((command) => !command.late)], 1, dispatch),
    ]);
    return failures.flat();
  };

  return createWatchedSweep(log, { failing: "sessions could not be swept", again: "sessions are swept again" }, run);
};
