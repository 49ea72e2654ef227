import type { ObjectId } from "mongodb";
import type { CommandType } from "../events/machine-topics.ts";
import { collection } from "../runtime/collection.ts";
import type { FactName, RowEnd, SessionStatus } from "./control-unit.schema.ts";

/**
 * One operator action on one machine. The gateway creates it and may cancel it while nothing of it was sent; all else
 * the workers write. Its turn (`hasTurn`) may be over while it still waits for doors to be closed.
 */
export interface SessionDocument {
  _id: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  type: CommandType;
  channels: number[];
  /** Named before it exists, so that it can exist only once. */
  commandId: string;
  product: ObjectId | null;
  operationType: string | null;
  lockFailedTo: string | null;
  /** The session that a lock-close-verify checks, and the one whose failed rows this one gives again. */
  checks: ObjectId | null;
  resends: ObjectId | null;
  /**
   * The sessions that give failed rows of this one again, and rows of those, and so on; missing until there is one. Only
   * the session that was given first has them.
   */
  resentAs?: ObjectId[];
  startedBy: ObjectId | null;
  status: SessionStatus;
  reason: string | null;
  takesTurn: boolean;
  /** At most one session of a machine has the turn: a unique index sees to it. */
  hasTurn: boolean;
  /** By the database's clock, so that one clock orders the sessions of all gateways and decides what is too late. */
  createdAt: Date;
  expiresAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** The id of the request that caused it, for the log. */
  trace: string;
}

/** What is known, each fact at most once: a repeat changes nothing. */
export interface FactDocument {
  /** The gateway's time of receipt. */
  receivedAt: Date;
  /** The unit's own time, and its order; null for what the gateway saw itself. */
  at: Date | null;
  boot: string | null;
  seq: number | null;
  /** The row had ended by then. */
  late: boolean;
  code: string | null;
  message: string | null;
  isLocked: boolean | null;
}

/**
 * One container of a session, or the only row of a ping or restart. The gateway creates it and writes facts and
 * sending (`facts`, `factCount`, `sentAt`, `serialNumber`, `connection`, `awaitsRestart`, `toApply`), and that it ended
 * well with the fact that leaves nothing to wait for; the workers write any other end, and that it was applied.
 */
export interface SessionRowDocument {
  _id: ObjectId;
  session: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  type: CommandType;
  /** The order in which the operator named them. */
  place: number;
  container: ObjectId | null;
  label: string;
  channel: number | null;
  /** The customer's transaction; null where it is none, then the command's id is shown. */
  transactionId: string | null;
  commandId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Written once the command has gone out: when it was claimed, by the database's clock, for whom, over which connection. */
  sentAt: Date | null;
  serialNumber: string | null;
  connection: string | null;
  facts: Partial<Record<FactName, FactDocument>>;
  /** Grows with each fact: a verdict is written only over the facts that it was made of. */
  factCount: number;
  /** True from the sending of a restart until its unit has connected anew. */
  awaitsRestart: boolean;
  /** True from a fact about a customer's door until a worker has applied it to the transaction; else missing. */
  toApply?: boolean;
  /** Look at it again by then; null once it has ended. */
  deadlineAt: Date | null;
  end: RowEnd | null;
  endedAt: Date | null;
  reason: string | null;
  code: string | null;
}

/** A row that was seen open, with the unit's order of saying so. */
export interface AwaitedRow {
  session: ObjectId;
  openedAt: Date;
  boot: string | null;
  seq: number | null;
  /** Of the connection over which it was said, last where it was repeated. Missing in older ones. */
  connectionNumber?: number;
}

/**
 * Written by the gateway: which rows the next 'locked' of one lock closes. Kept by lock and not on the rows, so that
 * what a message costs depends on the locks that it names, whatever was left open in a year.
 */
export interface AwaitedClosingDocument {
  /** `serial/channel`. */
  _id: string;
  /** When its newest row was seen open: a day later nobody waits any more. */
  openedAt: Date;
  /** The newest first; empty once the lock was seen locked. */
  rows: AwaitedRow[];
}

/**
 * A command on its way to a unit. The workers create it, ready, once its session has started; one gateway claims it
 * (ready to sent, only before `expiresAt` by the database's clock) and only the winner writes to the unit. What was not
 * claimed can be ended.
 */
export interface CommandDocument {
  /** The session's `commandId`; a repeated read-only command has another one. */
  _id: string;
  session: ObjectId;
  /** Where its doors are: it is sent only while its unit is the one of this machine. */
  machine: ObjectId;
  serialNumber: string;
  type: CommandType;
  channels: number[];
  /** Until its claim the session's or its turn's end; from then on what its unit reads: when its rows may end unanswered. */
  expiresAt: Date;
  /** `rejected`: its unit is not connected; `moved`: it is another machine's now, or none's. */
  state: "ready" | "sent" | "rejected" | "moved" | "expired" | "cancelled";
  createdAt: Date;
  sentAt: Date | null;
  gateway: string | null;
  connection: string | null;
  /** Who gave it, as its session names them: they must still be an operator when it is sent. Missing in older ones. */
  startedBy?: ObjectId | null;
  trace: string;
}

/** Written by the gateway: what a technician said of a test. */
export interface TestingFeedbackDocument {
  _id: ObjectId;
  machine: ObjectId;
  vendingMachineId: string;
  session: ObjectId;
  lockFailedTo: string;
  operationType: string;
  by: ObjectId | null;
  createdAt: Date;
}

export const commands = {
  sessions: collection<SessionDocument>({
    indexes: [
      // One machine gives one turn at a time, whatever its workers do.
      { name: "oneTurn", key: { machine: 1 }, unique: true, partialFilterExpression: { hasTurn: true } },
      { name: "queue", key: { status: 1, machine: 1, createdAt: 1, _id: 1 } },
      { name: "byMachine", key: { machine: 1, createdAt: -1, _id: -1 } },
    ],
  }),
  sessionRows: collection<SessionRowDocument>({
    indexes: [
      { name: "place", key: { session: 1, place: 1 } },
      { name: "channel", key: { session: 1, channel: 1 } },
      { name: "deadline", key: { deadlineAt: 1 }, partialFilterExpression: { deadlineAt: { $type: "date" } } },
      { name: "toApply", key: { toApply: 1 }, partialFilterExpression: { toApply: true } },
      {
        name: "transaction",
        key: { transactionId: 1, createdAt: 1, _id: 1 },
        partialFilterExpression: { transactionId: { $type: "string" } },
      },
      {
        name: "failedAt",
        key: { "facts.failed.receivedAt": 1 },
        partialFilterExpression: { "facts.failed.receivedAt": { $type: "date" } },
      },
      { name: "restarting", key: { serialNumber: 1 }, partialFilterExpression: { awaitsRestart: true } },
    ],
  }),
  awaitedClosings: collection<AwaitedClosingDocument>({
    indexes: [{ name: "old", key: { openedAt: 1 }, expireAfterSeconds: 86_400 }],
  }),
  commands: collection<CommandDocument>({
    indexes: [
      { name: "session", key: { session: 1 } },
      { name: "ready", key: { createdAt: 1 }, partialFilterExpression: { state: "ready" } },
      // Longer than a unit keeps a result that it could not deliver.
      { name: "old", key: { createdAt: -1 }, kept: "commands" },
    ],
  }),
  testingFeedback: collection<TestingFeedbackDocument>({
    indexes: [{ name: "machine", key: { machine: 1, createdAt: -1 } }],
  }),
};
