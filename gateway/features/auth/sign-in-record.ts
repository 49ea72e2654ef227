import type { ObjectId } from "mongodb";
import type { Actor, AuditLine } from "#shared/audit/audit.server.ts";
import type { LoginDocument } from "#shared/users/people.document.server.ts";
import type { GatewayParts } from "../../parts.ts";

export type Way = "code" | "password";
const users = "users";
const recordOf = (user: ObjectId) => ({ collection: users, id: user.toHexString() });

/** A login that has ended, as an audit line. */
export const endedLine = (
  login: LoginDocument,
  why: "logged-out" | "ended" | "password-changed" | "phone-changed" | "access-ended" | "too-many",
): AuditLine => ({
  verb: "login.ended",
  record: recordOf(login.user),
  before: null,
  after: { login: login._id, why, device: login.deviceName },
});

/** It was confirmed anew who calls with this login. */
export const provedLine = (login: LoginDocument, way: Way): AuditLine => ({
  verb: "login.proved",
  record: recordOf(login.user),
  before: null,
  after: { login: login._id, way, device: login.deviceName },
});

interface FailedTry {
  way: Way;
  /** Null at a device that the operator has not signed in with. */
  device: ObjectId | null;
  from: string;
  /** It was the last try; the next one has to wait. */
  waits: boolean;
}

/** Beyond it the exact number says nothing more. */
const mostCounted = 1_000;

/**
 * What signing in leaves in the audit and the log: who got in, who tried, who has to wait. The record is the
 * operator's, so that all of it is found with them. Logs name the operator by id; neither phone nor email.
 */
export const createSignInRecord = ({
  mongo,
  audit,
  log,
  clock,
}: Pick<GatewayParts, "mongo" | "audit" | "log" | "clock">) => {
  const writing = new Set<Promise<void>>();
  const write = async (user: ObjectId, { way, device, from, waits }: FailedTry): Promise<void> => {
    const known = device !== null;
    log.warn(
      { user: user.toHexString(), way, known },
      waits ? "sign-in: the last wrong try, now it waits" : "sign-in: a wrong try",
    );
    const actor: Actor = { kind: "system", id: null, from };
    const line = { record: recordOf(user), before: null, after: { way, device: device?.toHexString() ?? null } };
    try {
      await mongo.inTransaction((dbSession) =>
        audit.writeAll(dbSession, actor, [
          { ...line, verb: "login.failed" },
          ...(waits ? [{ ...line, verb: "login.must-wait" }] : []),
        ]),
      );
    } catch (error) {
      log.warn({ why: (error as Error).message }, "a wrong try could not be written to the audit");
    }
  };

  return {
    /**
     * A wrong code or password, once for each that was compared. What cannot be stored is at least logged. It begins in
     * a later turn of the loop, and a refusal waits for its step: neither is part of what an answer takes.
     */
    failed: (user: ObjectId, failedTry: FailedTry): void => {
      const answered = new Promise<void>((resolve) => setImmediate(resolve));
      const written: Promise<void> = answered.then(() => write(user, failedTry)).finally(() => writing.delete(written));
      writing.add(written);
    },

    /** Wrong tries since this operator's last sign-in, without those at their own device; null if there were none. */
    failedSinceLast: async (user: ObjectId, device: ObjectId | null): Promise<LoginDocument["failedTries"]> => {
      await Promise.all(writing);
      const ofUser = { "record.collection": users, "record.id": user.toHexString() };
      const lines = mongo.collections.audit;
      const last = await lines.findOne({ ...ofUser, verb: "login.opened" }, { sort: { at: -1 } });
      const failures = await lines
        .find({
          ...ofUser,
          verb: "login.failed",
          at: { $gt: last?.at ?? new Date(0), $lte: new Date(clock.now()) },
          ...(device ? { "after.device": { $ne: device.toHexString() } } : {}),
        })
        .sort({ at: 1 })
        .limit(mostCounted)
        .project<{ at: Date }>({ at: 1 })
        .toArray();
      const [first] = failures;
      return first ? { count: failures.length, since: first.at } : null;
    },

    openedLine: (login: LoginDocument, way: Way) => ({
      verb: "login.opened",
      record: recordOf(login.user),
      before: null,
      after: { login: login._id, way, device: login.deviceName },
    }),
  };
};
export type SignInRecord = ReturnType<typeof createSignInRecord>;
