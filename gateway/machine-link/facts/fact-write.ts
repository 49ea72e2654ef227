import type { AnyBulkWriteOperation, Document, Filter } from "mongodb";
import type {
  CommandDocument,
  FactDocument,
  SessionRowDocument,
} from "#shared/control-units/command.document.server.ts";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { doneBy } from "#shared/control-units/row.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { SentCommand } from "../commands/sent-commands.ts";

type FactWrite = AnyBulkWriteOperation<SessionRowDocument>;
export type NewFact = Omit<FactDocument, "late">;
/** When a command went out, to whom, over which connection. */
type SentOver = Pick<CommandDocument, "serialNumber" | "connection" | "sentAt">;

/** A fact about one channel of a command that was sent. */
export interface FactJob {
  command: SentCommand;
  channel: number | null;
  name: FactName;
  fact: NewFact;
  /** Of the connection over which the unit has said it. */
  connectionNumber: number;
}

/** What a unit says about a fact is text of its own: none of it may be read as an expression. */
const literal = (fact: NewFact): Document =>
  Object.fromEntries(Object.entries(fact).map(([field, value]) => [field, { $literal: value }]));

const isUnknown = (name: FactName) => ({ $eq: [{ $type: `$facts.${name}` }, "missing"] });

/** What a row waits for beside its facts, once it has this one. */
const awaits: Partial<Record<FactName, Document>> = {
  restarted: { awaitsRestart: false },
  failed: { awaitsRestart: false },
};

/** A fact of a customer's door concerns their transaction: a worker finds the row by this and applies it. */
const concernsCustomer = (name: FactName): Document =>
  name === "opened" || name === "closed" || name === "failed"
    ? { toApply: { $cond: [{ $gt: ["$transactionId", null] }, true, "$$REMOVE"] } }
    : {};

/** The fact that leaves nothing to wait for ends its row well, in the same step: no worker need write that. */
const endsBy = (type: CommandType, name: FactName): Document => {
  const needed = doneBy(type);
  if (!needed.includes(name)) return {};
  const areKnown = needed.filter((one) => one !== name).map((one) => ({ $not: isUnknown(one) }));
  const isDone = { $and: [{ $eq: ["$end", null] }, isUnknown("failed"), ...areKnown] };
  return {
    end: { $cond: [isDone, "done", "$end"] },
    endedAt: { $cond: [isDone, "$$NOW", "$endedAt"] },
    deadlineAt: { $cond: [isDone, null, "$deadlineAt"] },
  };
};

/**
 * Writes a fact unless there is one, and marks it late if the row has ended by then: one step decides both, and whether
 * the row has ended well with it. A fact proves that the command was sent, so it also records that if the sender died
 * before it could.
 */
export const writeFact = (
  where: Filter<SessionRowDocument>,
  type: CommandType,
  name: FactName,
  fact: NewFact,
  sending?: SentOver,
): FactWrite => {
  const sent: Document = sending
    ? {
        sentAt: { $ifNull: ["$sentAt", sending.sentAt] },
        serialNumber: { $ifNull: ["$serialNumber", sending.serialNumber] },
        connection: { $ifNull: ["$connection", sending.connection] },
        ...(type === "restart" && name === "acknowledged" ? { awaitsRestart: isUnknown("restarted") } : {}),
      }
    : {};
  const set = {
    [`facts.${name}`]: { ...literal(fact), late: { $gt: ["$end", null] } },
    factCount: { $add: ["$factCount", 1] },
    ...sent,
    ...awaits[name],
    ...concernsCustomer(name),
    ...endsBy(type, name),
  };
  return {
    updateOne: { filter: { ...where, [`facts.${name}`]: { $exists: false } }, update: [{ $set: set }] },
  };
};

/** A fact that the gateway saw itself or took from another message. */
export const seenByGateway = (receivedAt: Date): NewFact => ({
  receivedAt,
  at: null,
  boot: null,
  seq: null,
  code: null,
  message: null,
  isLocked: null,
});
