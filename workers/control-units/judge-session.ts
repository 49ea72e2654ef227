import type { CommandDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { mayBeRepeated } from "#shared/control-units/control-unit.rules.ts";
import {
  type CommandLimits,
  cancelled,
  type Ended,
  expired,
  freesTurn,
  judgeRow,
  moved,
  rejected,
  setBackMs,
} from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { JudgedRow, RowDecision } from "./rows.repository.ts";
import type { TimedSession } from "./sessions.repository.ts";

/** When something may have to be decided of a row that was just given out. */
export const firstLookMs = (type: CommandType, limits: CommandLimits): number => {
  if (type === "restart") return limits.restartMs;
  return mayBeRepeated(type) ? Math.min(limits.repeatMs, limits.acknowledgeMs) : limits.acknowledgeMs;
};

/** Nothing proves yet that the command was sent. */
export const isUnsent = ({ sentAt, facts }: Pick<SessionRowDocument, "sentAt" | "facts">): boolean =>
  sentAt === null && Object.keys(facts).length === 0;

const factsOfRow = ({ type, expiresAt, sentAt, deadlineAt, facts }: JudgedRow) => ({
  type,
  expiresAt: expiresAt.getTime(),
  sentAt: sentAt?.getTime() ?? null,
  deadlineAt: deadlineAt?.getTime() ?? null,
  facts: Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, { ...fact, receivedAt: fact.receivedAt.getTime() }]),
  ),
});

/** How rows end whose command was closed before anybody claimed it; null while somebody still may. */
export const fateOfUnsent = (session: TimedSession, command: CommandDocument | undefined): Ended | null => {
  const ends = { rejected, moved, cancelled, expired, ready: null, sent: null };
  if (command) return ends[command.state];
  if (session.status === "running") return session.now < session.expiresAt ? null : expired;
  if (session.status === "failed") return rejected;
  return session.status === "cancelled" ? cancelled : expired;
};

/** Nothing of it is sent any more, by the database's clock; as `isLateNow` for the database itself. */
export const isLate = ({ createdAt, expiresAt, now }: TimedSession): boolean =>
  now >= expiresAt || createdAt.getTime() > now.getTime() + setBackMs;

/** A turn lasts this long at most, whatever the unit does; by the database's clock. */
export const isTurnOverlong = ({ hasTurn, startedAt, now }: TimedSession, { turnMs }: CommandLimits): boolean =>
  hasTurn && startedAt !== null && now.getTime() - startedAt.getTime() >= turnMs;

/**
 * How long until the command is repeated, or its rows are looked at for that, all by the database's clock; never what
 * moves a door.
 */
const repeatIn = (session: TimedSession, commands: CommandDocument[], { repeatMs }: CommandLimits): number | null => {
  const last = commands.at(-1);
  if (!mayBeRepeated(session.type) || session.status !== "running" || !last) return null;
  if (session.now >= session.expiresAt) return null;
  // No gateway has claimed it yet: nothing is repeated meanwhile, and nobody says when it is sent.
  if (last.state === "ready") return repeatMs;
  return last.createdAt.getTime() + repeatMs - session.now.getTime();
};

interface Known {
  session: TimedSession;
  open: JudgedRow[];
  commands: CommandDocument[];
  fate: Ended | null;
}

/**
 * A decision for each open row, and the rows whose command must be repeated by now. A row that was not sent ends only
 * by its command's fate: until then it is judged again.
 */
export const judgeSession = ({ session, open, commands, fate }: Known, now: number, limits: CommandLimits) => {
  const repeatAfter = repeatIn(session, commands, limits);
  const again: JudgedRow[] = [];
  const decisions = open.map((row): RowDecision => {
    if (isUnsent(row)) {
      // It may have been sent a moment ago, and that not be noted yet: then it is due again soon.
      const look = now + Math.min(firstLookMs(row.type, limits), limits.acknowledgeMs);
      const until = now < row.expiresAt.getTime() ? Math.min(row.expiresAt.getTime(), look) : now;
      return { row, verdict: fate ?? { until: Math.max(until, now + unprovenMs) } };
    }
    const verdict = judgeRow(factsOfRow(row), now, limits);
    if (!("until" in verdict) || repeatAfter === null) return { row, verdict };
    if (repeatAfter <= 0) again.push(row);
    const next = now + (repeatAfter <= 0 ? limits.repeatMs : repeatAfter);
    return { row, verdict: { until: Math.min(verdict.until, next) } };
  });
  return { decisions, again };
};
/** Too late, and yet not closed: somebody claims it at this very moment. */
const unprovenMs = 500;

/** A later moment need not be written: the row is looked at earlier, and judged anew. */
export const isWorthWriting = ({ row, verdict }: RowDecision, now: number): boolean => {
  if ("end" in verdict || row.deadlineAt === null) return true;
  const known = row.deadlineAt.getTime();
  return known <= now || verdict.until < known;
};

/** The rows as they are once the decisions are written. */
export const decided = (rows: JudgedRow[], decisions: RowDecision[]): JudgedRow[] => {
  const ends = new Map(decisions.flatMap(({ row, verdict }) => ("end" in verdict ? [[row, verdict] as const] : [])));
  return rows.map((row) => {
    const { end, reason } = ends.get(row) ?? row;
    return { ...row, end, reason };
  });
};

export const isTurnOver = (session: TimedSession, rows: JudgedRow[], limits: CommandLimits): boolean =>
  session.hasTurn &&
  (session.status !== "running" ||
    isTurnOverlong(session, limits) ||
    rows.every((row) => freesTurn({ end: row.end, facts: factsOfRow(row).facts })));
