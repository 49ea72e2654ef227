import type { CommandType } from "../events/machine-topics.ts";
import { movedText, movesDoor, namesContainers, offlineText } from "./control-unit.rules.ts";
import { type FactName, type RowEnd, type RowState, rowEnds, type SessionStatus } from "./control-unit.schema.ts";

/** Milliseconds. All are limits of one container; a turn ends when all its rows were seen open or have ended. */
export const commandLimits = {
  /** A session that got no turn by then is never started; a command that was not sent by then never is. */
  expiresMs: 30_000,
  acknowledgeMs: 10_000,
  openMs: 15_000,
  closeMs: 120_000,
  stockCloseMs: 300_000,
  /** A unit has connected anew by then. */
  restartMs: 60_000,
  /** A turn at most. */
  turnMs: 25_000,
  /** What only reads is sent again after this, as often as its own limit allows. */
  repeatMs: 4_000,
};
export type CommandLimits = typeof commandLimits;

/**
 * In milliseconds, more than the clock of a gateway differs from MongoDB's. A time that is further in the future was taken
 * before MongoDB's clock was set back.
 */
export const setBackMs = 2_000;

/** What is known of a row. Times are milliseconds since 1970. */
export interface RowFacts {
  type: CommandType;
  expiresAt: number;
  sentAt: number | null;
  /** When it is looked at again. */
  deadlineAt?: number | null;
  facts: Partial<Record<FactName, { receivedAt: number; code?: string | null; message?: string | null }>>;
}

export interface Ended {
  end: RowEnd;
  reason: string | null;
  code: string | null;
}
type Verdict =
  | Ended
  /** Nothing to decide before this moment, unless a fact comes. */
  | { until: number };

const done: Ended = { end: "done", reason: null, code: null };
export const expired: Ended = { end: "expired", reason: "Not sent in time", code: null };
const seconds = (ms: number) => (ms >= 1_000 ? `${Math.round(ms / 1_000)} s` : `${ms} ms`);

/** What a row of this type waits for next, and how long. */
const waitsFor = ({ type, sentAt, facts }: RowFacts, limits: CommandLimits) => {
  // A fact proves that it was sent, even if nobody was left to write down when.
  const sent = sentAt ?? Math.min(...Object.values(facts).map(({ receivedAt }) => receivedAt));
  if (movesDoor(type)) {
    const closeMs = type === "stock-update" ? limits.stockCloseMs : limits.closeMs;
    if (facts.opened) return { since: facts.opened.receivedAt, ms: closeMs, what: "Not seen closed" };
    if (facts.acknowledged) return { since: facts.acknowledged.receivedAt, ms: limits.openMs, what: "Not seen open" };
    return { since: sent, ms: limits.acknowledgeMs, what: "Not acknowledged" };
  }
  if (type === "restart") return { since: sent, ms: limits.restartMs, what: "Not reconnected" };
  return { since: sent, ms: limits.acknowledgeMs, what: "No answer" };
};

/** The facts of a row that end it well, once all of them are known and it did not fail before. */
export const doneBy = (type: CommandType): FactName[] => {
  if (movesDoor(type)) return ["opened", "closed"];
  if (type === "restart") return ["restarted"];
  return [namesContainers(type) ? "status" : "acknowledged"];
};
const isDone = ({ type, facts }: RowFacts): boolean => doneBy(type).every((fact) => facts[fact]);

/**
 * Whether a row has ended, or when to look at it again. Pulse sent, door seen open and door seen closed are three
 * facts: none stands for another. A row that was never sent expires; the caller sees to it that it can be sent no more.
 */
export const judgeRow = (row: RowFacts, now: number, limits: CommandLimits): Verdict => {
  const { failed } = row.facts;
  if (failed) {
    const code = failed.code || null;
    return { end: "failed", reason: failed.message || code || "The control unit reported a failure", code };
  }
  if (isDone(row)) return done;
  if (row.sentAt === null && Object.keys(row.facts).length === 0)
    return now < row.expiresAt ? { until: row.expiresAt } : expired;
  const { since, ms, what } = waitsFor(row, limits);
  // Where the clock was set back, the limit counts from the first look after that, which is the row's deadline since.
  const isOfBefore = since > now + setBackMs;
  const until = isOfBefore ? Math.min(row.deadlineAt ?? Number.POSITIVE_INFINITY, now + ms) : since + ms;
  if (now < until) return { until };
  return { end: "timeout", reason: `${what} within ${seconds(ms)}`, code: null };
};

export const rejected: Ended = { end: "rejected", reason: offlineText, code: "OFFLINE" };
export const moved: Ended = { end: "rejected", reason: movedText, code: "MOVED" };
export const cancelled: Ended = { end: "cancelled", reason: "Cancelled before it was sent", code: null };

/** A row that is done shows its furthest fact: of the ends only bad ones are states. */
const badEnds: ReadonlySet<string> = new Set(rowEnds);
export const endedBadly = ({ state }: { state: RowState }): boolean => badEnds.has(state);

/** A row no longer keeps the turn: the door was seen open, or the row has ended. */
export const freesTurn = (row: { facts: RowFacts["facts"]; end: RowEnd | null }): boolean =>
  row.end !== null || row.facts.opened !== undefined;

/** How a session ended, of how its rows did; null while one goes on. */
export const sessionOutcome = (
  rows: { end: RowEnd | null; reason: string | null }[],
): { status: Exclude<SessionStatus, "queued" | "running">; reason: string | null } | null => {
  const ends = rows.map(({ end }) => end);
  if (ends.includes(null)) return null;
  const bad = ends.filter((end) => end !== "done");
  if (bad.length === 0) return { status: "completed", reason: null };
  if (bad.length === ends.length && bad.every((end) => end === "cancelled"))
    return { status: "cancelled", reason: cancelled.reason };
  if (bad.length === ends.length && bad.every((end) => end === "expired"))
    return { status: "expired", reason: expired.reason };
  if (bad.every((end) => end === "rejected")) {
    const wasMoved = rows.some(({ reason }) => reason === movedText);
    return { status: "failed", reason: wasMoved ? movedText : offlineText };
  }
  return { status: "failed", reason: ends.length === 1 ? null : `${bad.length} of ${ends.length} did not succeed` };
};

const furthest: [FactName, RowState][] = [
  ["restarted", "restarted"],
  ["status", "answered"],
  ["closed", "closed"],
  ["opened", "opened"],
  ["acknowledged", "acknowledged"],
];

/** What a row shows: its bad end if it has one, else the furthest fact. A door counts as closed only once seen open. */
export const rowState = (row: {
  facts: Partial<Record<FactName, unknown>>;
  sentAt: unknown;
  end: RowEnd | null;
}): RowState => {
  if (row.end !== null && row.end !== "done") return row.end;
  const known = furthest.find(([fact]) => row.facts[fact] && (fact !== "closed" || row.facts.opened));
  return known?.[1] ?? (row.sentAt ? "sent" : "queued");
};
