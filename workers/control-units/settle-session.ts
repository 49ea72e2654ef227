import { ObjectId } from "mongodb";
import { createRepeatedFlight } from "#shared/concurrency/single-flight.ts";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import { mayBeRepeated } from "#shared/control-units/control-unit.rules.ts";
import { type CommandLimits, type Ended, expired, sessionOutcome } from "#shared/control-units/row.rules.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Advance } from "./advance-machine.ts";
import type { CommandsRepository } from "./commands.repository.ts";
import type { Dispatch } from "./dispatch.ts";
import {
  decided,
  fateOfUnsent,
  isLate,
  isTurnOver,
  isTurnOverlong,
  isUnsent,
  isWorthWriting,
  judgeSession,
} from "./judge-session.ts";
import type { JudgedRow, RowsRepository } from "./rows.repository.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionsRepository, TimedSession } from "./sessions.repository.ts";
import { commandOf } from "./start-session.ts";

interface Parts {
  sessions: SessionsRepository;
  rows: RowsRepository;
  commands: CommandsRepository;
  databaseClock?: Clock | undefined;
  limits: CommandLimits;
  say: SessionLog;
  dispatch: Dispatch;
  advance: Advance;
}
/** Facts that come while a session is judged have it judged anew, this often at once; then the sweep does it. */
const maxPasses = 5;

/**
 * Judges the open rows of a session, then its turn, then the session. Each step is guarded, so any number of workers
 * may do it at once and each may die anywhere: the next one finds what is left.
 */
export const createSettle = (parts: Parts) => {
  const { sessions, rows, commands, databaseClock, limits, say, dispatch, advance } = parts;

  /** A row may end unsent only once its command can be claimed no more: never before it is late, or its turn is over. */
  const closeUnsent = async (session: TimedSession, command: CommandDocument | undefined): Promise<Ended | null> => {
    const isOver = isLate(session) || isTurnOverlong(session, limits);
    if (!isOver || session.status !== "running") return fateOfUnsent(session, command);
    // A worker that slept since it started this session would still give it its command: not if there is one.
    if (!command) return (await commands.add(commandOf(session, "", session.now, limits, "expired"))) ? expired : null;
    if (command.state !== "ready") return fateOfUnsent(session, command);
    return (await commands.expire(command._id)) ? expired : null;
  };

  /** Under an id that every worker computes alike, so that only one repeats. */
  const repeatCommands = async (
    requested: CommandDocument[],
    unanswered: JudgedRow[],
    createdAt: Date,
  ): Promise<void> => {
    const [first] = requested;
    if (!first || unanswered.length === 0) return;
    const again: CommandDocument = {
      ...first,
      _id: `${first._id}-${requested.length + 1}`,
      channels: unanswered.flatMap(({ channel }) => channel ?? []),
      state: "ready",
      createdAt,
      sentAt: null,
      gateway: null,
      connection: null,
    };
    if (await commands.add(again)) await dispatch([again]);
  };

  /** False where something changed meanwhile and the session must be read again. */
  const pass = async (id: ObjectId): Promise<boolean> => {
    const [session, all] = await Promise.all([sessions.find(id), rows.ofSession(id)]);
    if (!session) return true;
    if (session.status === "queued") {
      await advance(session.machine);
      return true;
    }
    const open = all.filter(({ end }) => end === null);
    const unsent = open.filter(isUnsent);
    const repeats = open.length > 0 && mayBeRepeated(session.type);
    const given = unsent.length > 0 || repeats ? await commands.ofSession(id) : [];
    let fate: Ended | null = null;
    if (unsent.length > 0) {
      for (const command of given) if (command.state === "sent" && (await rows.markSent(command)) > 0) return false;
      fate = await closeUnsent(
        session,
        given.find(({ _id }) => _id === session.commandId),
      );
    }

    // The moment at which the session was read: what ends its rows is never early.
    const now = databaseClock?.now() ?? session.now.getTime();
    const { decisions, again } = judgeSession({ session, open, commands: given, fate }, now, limits);
    const missed = await rows.write(decisions.filter((decision) => isWorthWriting(decision, now)));
    if (missed > 0) return false;
    await repeatCommands(given, again, session.now);

    const known = decided(all, decisions);
    const outcome = sessionOutcome(known);
    const ended = outcome && session.status === "running" ? await sessions.end(id, outcome) : null;
    if (ended) say.ended(ended);
    const freed = ended ? session.hasTurn : isTurnOver(session, known, limits) && (await sessions.giveTurnBack(id));
    if (freed) await advance(session.machine);
    return true;
  };

  const settle = createRepeatedFlight(async (id) => {
    for (let passes = 0; passes < maxPasses; passes += 1) if (await pass(new ObjectId(id))) return;
  });
  return (session: ObjectId): Promise<void> => settle(session.toHexString());
};
export type Settle = ReturnType<typeof createSettle>;
