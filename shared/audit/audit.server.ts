import { ObjectId } from "mongodb";
import { DomainError } from "../http/domain-error.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Collections } from "../runtime/collections.ts";
import type { DbSession } from "../runtime/mongo.ts";
import { firstAnswerOf, TransactionsBusyError } from "../runtime/transaction-turns.ts";
import type { ActorKind, AuditDocument } from "../runtime/upkeep.document.ts";
import type { Role } from "../users/user.schema.ts";

/** Who acts: handed to every verb that changes something. */
export interface Actor {
  kind: ActorKind;
  id: ObjectId | null;
  /** For an API key: the app that it was made for, to which its Idempotency-Keys belong. */
  app?: ObjectId;
  /** For an operator who calls: the sign-in and the role that the call was admitted with. */
  signIn?: { login: ObjectId; role: Role };
  /** The address of the request, or the name of the job. */
  from: string;
  /** For a call: when it is answered that it took too long, by the process's own clock in milliseconds. */
  waitsUntil?: number;
}

export interface AuditLine {
  verb: string;
  record: { collection: string; id: string };
  before: object | null;
  after: object | null;
  /** Why, in the operator's words. */
  reason?: string | undefined;
}

/** The answer to a call during whose wait the operator got another role. */
export const anotherRoleText = "Your role has changed: reload the page to see what you may do";

/** What must not be read in the audit either. */
const hidden = ["password", "secretHash", "sealedSecret", "sealedSecrets", "commandKey"];
const shown = (record: object | null): Record<string, unknown> | null =>
  record &&
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, hidden.includes(field) && value ? "[hidden]" : value]),
  );

/** Others may have changed the same since its caller was answered: it would undo that. */
const refuseLate = (session: DbSession, { waitsUntil = Number.POSITIVE_INFINITY }: Actor): void => {
  const late = (firstAnswerOf(session) ?? performance.now()) - waitsUntil;
  if (late > 0) throw new TransactionsBusyError(`began ${Math.round(late)} ms after its call was answered`);
};

/**
 * Writes audit lines, always in the transaction of the change itself. Throws TransactionsBusyError if that began after
 * its call was answered that it took too long. Throws `unauthenticated` if the sign-in or the API key of a caller has
 * ended since the call was admitted, `forbidden` if the operator has another role: a call may wait for seconds, and it
 * must not be done after its sign-in was ended.
 */
export const createAudit = (
  { audit, apiKeys, logins, users }: Pick<Collections, "audit" | "apiKeys" | "logins" | "users">,
  clock: Clock,
) => {
  const requireStanding = async (session: DbSession, { id, app, signIn }: Actor, lines: AuditLine[]): Promise<void> => {
    if (!id) return;
    const key = app && (await apiKeys.findOne({ _id: id }, { session, projection: { endedAt: 1 } }));
    if (key === null || key?.endedAt) throw new DomainError("api-key-ended", "X-Api-Key: this key has ended");
    // Who ends their own sign-in or gives up their role has done so by now.
    const isOwn = ({ record }: AuditLine) => record.collection === "users" && record.id === id.toHexString();
    if (!signIn || lines.every(isOwn)) return;
    const login = await logins.findOne({ _id: signIn.login }, { session, projection: { endedAt: 1 } });
    if (!login || login.endedAt) throw new DomainError("unauthenticated", "Please sign in");
    const user = await users.findOne({ _id: id }, { session, projection: { role: 1 } });
    if (user?.role !== signIn.role) throw new DomainError("forbidden", anotherRoleText);
  };
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
      await requireStanding(dbSession, actor, [line]);
      await audit.insertOne(stored(actor, line), { session: dbSession });
      refuseLate(dbSession, actor);
    },
    /** One line for each record that a call changed. */
    writeAll: async (dbSession: DbSession, actor: Actor, lines: AuditLine[]): Promise<void> => {
      if (lines.length === 0) return;
      await requireStanding(dbSession, actor, lines);
      await audit.insertMany(
        lines.map((line) => stored(actor, line)),
        { session: dbSession },
      );
      refuseLate(dbSession, actor);
    },
  };
};
export type Audit = ReturnType<typeof createAudit>;
