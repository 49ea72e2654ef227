import { ObjectId } from "mongodb";
import type { Clock } from "../runtime/clock.ts";
import type { Collections } from "../runtime/collections.ts";
import type { DbSession } from "../runtime/mongo.ts";
import type { ActorKind, AuditDocument } from "../runtime/upkeep.document.ts";

/** Who acts: handed to every verb that changes something. */
export interface Actor {
  kind: ActorKind;
  id: ObjectId | null;
  /** Of an API key: the app that it was made for, to which its Idempotency-Keys belong. */
  app?: ObjectId;
  /** The address of the request, or the name of the job. */
  from: string;
}

export interface AuditLine {
  verb: string;
  record: { collection: string; id: string };
  before: object | null;
  after: object | null;
  /** Why, in the operator's words. */
  reason?: string | undefined;
}

/** What must not be read in the audit either. */
const hidden = ["password", "secretHash", "sealedSecret", "sealedSecrets", "commandKey"];
const shown = (record: object | null): Record<string, unknown> | null =>
  record &&
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, hidden.includes(field) && value ? "[hidden]" : value]),
  );

/** Writes audit lines, always in the transaction of the change itself. */
export const createAudit = ({ audit }: Pick<Collections, "audit">, clock: Clock) => {
  const stored = (actor: Actor, line: AuditLine): AuditDocument => ({
    _id: new ObjectId(),
    at: new Date(clock.now()),
    actor: { kind: actor.kind, id: actor.id },
    from: actor.from,
    verb: line.verb,
    record: line.record,
    before: shown(line.before),
    after: shown(line.after),
    ...(line.reason ? { reason: line.reason } : {}),
  });
  return {
    write: async (dbSession: DbSession, actor: Actor, line: AuditLine): Promise<void> => {
      await audit.insertOne(stored(actor, line), { session: dbSession });
    },
    /** One line for each record that a call changed. */
    writeAll: async (dbSession: DbSession, actor: Actor, lines: AuditLine[]): Promise<void> => {
      if (lines.length > 0)
        await audit.insertMany(
          lines.map((line) => stored(actor, line)),
          { session: dbSession },
        );
    },
  };
};
export type Audit = ReturnType<typeof createAudit>;
