import { ObjectId } from "mongodb";
import { phoneText, type Word } from "#shared/approvals/approval.rules.ts";
import { endApprovalsOf } from "#shared/approvals/approvals.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { cancelReportsOf } from "#shared/reports/cancel-reports.server.ts";
import { endSchedules } from "#shared/reports/end-schedules.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { noteRecord } from "#shared/users/note.record.ts";
import type { NoteChange } from "#shared/users/note.schema.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { changesAccess, isOperator, losesAdmin, losesConsole, whyNotEditUser } from "#shared/users/user.rules.ts";
import type { UserChange } from "#shared/users/user.schema.ts";
import { requireFreshProof, type SignedIn } from "../../http/login.ts";
import { changeRecordIn, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { refuseDeleted, requireAccount } from "../../records/require-account.ts";
import { changeInWords, refuseStaffAlone } from "../../records/second-person.ts";
import { createToday } from "../../records/today.ts";
import { notifyOfAccess } from "../auth/access-notices.ts";
import { endLoginsIn } from "../auth/end-logins.ts";
import { holdCaller, holdLogins, holdUser, requireCaller } from "../auth/hold-caller.ts";
import type { PhoneMessages } from "../auth/phone-messages.ts";
import { tooMany } from "../auth/too-many.ts";
import { whileStopped } from "../auth/while-stopped.ts";
import { cancelUnsentOf, signInEnded } from "../control-units/cancel-unsent.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { userFileOf } from "./user-file.ts";
import { createUsersRepository } from "./users.repository.ts";
import { noteView, userView } from "./users.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "limits" | "log"> & {
  messages: PhoneMessages;
  commanding: Pick<Commanding, "cancelUnsent">;
};

interface Changing {
  by: SignedIn;
  actor: Actor;
  word: Word;
  /** Is shown the user as they were; it may be called again. */
  seen?: (present: UserDocument) => void;
}

/**
 * Throws `too-many`: whoever renames themself without end would else keep every admin's form from being saved, because the
 * record has always changed since it was shown.
 */
const refuseOften = async (
  { mongo, clock, limits: { operatorChanges } }: Pick<Parts, "mongo" | "clock" | "limits">,
  dbSession: DbSession,
  by: ObjectId,
  { _id, role }: UserDocument,
): Promise<void> => {
  if (!isOperator(role)) return;
  const { most, withinMs } = operatorChanges;
  const [from, to] = [new Date(clock.now() - withinMs), new Date(clock.now())];
  const done = await createUsersRepository(mongo).changesBy(dbSession, by, _id, { from, to, most });
  if (done >= most) throw tooMany("You have changed this user very often just now", withinMs);
};

/** Throws what refuses the change; writes nothing. */
const refuse = async (
  parts: Parts,
  dbSession: DbSession,
  by: SignedIn,
  present: UserDocument,
  change: UserChange,
): Promise<void> => {
  refuseDeleted(present);
  const why = whyNotEditUser(by.operator, userView(present), change, 1);
  if (why !== null) throw new DomainError("forbidden", why);
  const isOfAccess = changesAccess(present, change);
  if (isOfAccess) requireFreshProof(by);
  // The thief of an admin's token would else keep them from suspending a colleague, whom the thief renames all the time.
  const takesAccess = isOfAccess && !present.suspend && (losesConsole(present, change) || losesAdmin(present, change));
  if (!takesAccess) await refuseOften(parts, dbSession, by.userId, present);
  if (change.email === "" && present.password !== null)
    throw new DomainError("invalid", "email: is required with a password");
  if (isOfAccess) await createUsersRepository(parts.mongo).refuseTaken(dbSession, present._id, change);
};

/** The caller stays signed in, with their role, until the transaction ends, and an admin remains. */
const hold = async (
  mongo: Parts["mongo"],
  dbSession: DbSession,
  by: SignedIn,
  present: UserDocument,
  change: UserChange,
): Promise<void> => {
  const isOwn = by.userId.equals(present._id);
  if (changesAccess(present, change)) await holdCaller(dbSession, mongo, by);
  else if (isOwn) await requireCaller(dbSession, mongo, by);
  const user = userView(present);
  if (!losesAdmin(user, change)) return;
  if (!isOwn) return holdLogins(dbSession, mongo, present._id);
  if (await createUsersRepository(mongo).holdOtherAdmin(dbSession, present._id)) return;
  const why = whyNotEditUser(by.operator, user, change, 0);
  if (why !== null) throw new DomainError("forbidden", why);
};

const noOperator = "No longer an operator";

const getsPhone = (present: Pick<UserDocument, "phone">, { phone }: Pick<UserChange, "phone">): boolean =>
  phone !== undefined && phone !== present.phone;

/** Sign-ins end with the phone that they were made with; reports and requests end with the last role in the console. */
const endAccess = async (
  parts: Omit<Parts, "messages">,
  dbSession: DbSession,
  { by, actor }: Pick<Changing, "by" | "actor">,
  present: UserDocument,
  change: Omit<UserChange, "rev">,
): Promise<void> => {
  if (isOperator(present.role) && getsPhone(present, change)) {
    const kept = by.userId.equals(present._id) ? by.loginId : null;
    await endLoginsIn(dbSession, parts, actor, { user: present._id, why: "phone-changed", kept });
  }
  if (losesConsole(present, change)) {
    // Let in again, they sign in again: a stolen token does not come back with them.
    await endLoginsIn(dbSession, parts, actor, { user: present._id, why: "access-ended", kept: null });
    await endSchedules(parts, dbSession, actor, { by: present._id }, noOperator);
    const now = new Date(parts.clock.now());
    await cancelReportsOf(parts, dbSession, actor, { by: present._id, now, reason: noOperator });
    await endApprovalsOf(parts.mongo, dbSession, { by: present._id, why: noOperator });
  }
};

/** Customers and operators as the console edits them. */
export const createUsersService = (parts: Parts) => {
  const { mongo, audit, clock, messages } = parts;
  const today = createToday(parts);
  const users = createUsersRepository(mongo);

  /** Staff change a customer's phone with a second person. */
  const changeIn = (
    dbSession: DbSession,
    { by, actor, word, seen }: Changing,
    id: string,
    { rev, ...change }: UserChange,
  ) =>
    changeRecordIn(dbSession, { mongo, audit }, actor, {
      definition: userRecord,
      id: new ObjectId(id),
      rev,
      fields: async (present) => {
        seen?.(present);
        await refuse(parts, dbSession, by, present, change);
        await hold(mongo, dbSession, by, present, change);
        if (getsPhone(present, change) && present.role === "customer") {
          const what = changeInWords(userView(present), change);
          await refuseStaffAlone(mongo, dbSession, actor, word, { user: present._id, why: phoneText, what });
        }
        await endAccess(parts, dbSession, { by, actor }, present, change);
        return change;
      },
      show: userView,
    });

  /** Whether it changes how an operator signs in, or whether they may. Throws what refuses it. */
  const isChangeOfAccess = async (by: SignedIn, user: ObjectId, { rev, ...change }: UserChange): Promise<boolean> => {
    const { found } = await mongo.readAsOf(async (dbSession) => {
      const present = await mongo.collections.users.findOne({ _id: user }, { session: dbSession });
      if (!present || !isOperator(present.role)) return false;
      if (!changesAccess(present, change) || (rev ?? present.rev) !== present.rev) return false;
      await refuse(parts, dbSession, by, present, change);
      return true;
    });
    return found;
  };

  return {
    changeIn,

    find: ({ phone, email }: { phone: string; email: string }) =>
      mongo.answerAsOf(async (dbSession) => ({
        data: (await users.beginning(dbSession, phone, email)).map(userView),
      })),

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => {
        const user = await requireRecord(mongo, dbSession, userRecord, id);
        return { data: await userFileOf(mongo, dbSession, user, today) };
      }),

    change: async (by: SignedIn, actor: Actor, id: string, change: UserChange) => {
      const seen: UserDocument[] = [];
      const userId = new ObjectId(id);
      const changing = { by, actor, word: by.operator.role, seen: (present: UserDocument) => seen.push(present) };
      const store = (dbSession: DbSession) => changeIn(dbSession, changing, id, change);
      const storeHeld = async () => {
        if (!(await isChangeOfAccess(by, userId, change))) return mongo.inTransaction(store);
        if (!by.userId.equals(userId)) return whileStopped(parts, userId, store);
        return mongo.inTransaction(async (dbSession) => {
          // First: others' calls that write this record, a penalty for example, would else come between without end.
          await holdUser(dbSession, mongo, userId);
          return store(dbSession);
        });
      };
      const answer = await storeHeld();
      const before = seen.at(-1);
      if (before) notifyOfAccess(messages, by, before, change);
      if (before && losesConsole(before, change))
        await cancelUnsentOf(parts, actor, { startedBy: before._id, reason: noOperator });
      else if (before && isOperator(before.role) && getsPhone(before, change))
        await cancelUnsentOf(parts, actor, { startedBy: before._id, reason: signInEnded });
      return answer;
    },

    changeNote: (by: SignedIn, actor: Actor, id: string, { note, rev }: NoteChange) =>
      mongo.inTransaction(async (dbSession) => {
        const { _id: user } = await requireAccount(mongo, dbSession, id);
        await users.beginNote(dbSession, user);
        return changeRecordIn(dbSession, { mongo, audit }, actor, {
          definition: noteRecord,
          id: user,
          rev,
          fields: (present) =>
            present.note === note
              ? {}
              : { note, author: { _id: by.userId, name: by.operator.name }, updatedAt: new Date(clock.now()) },
          show: noteView,
        });
      }),
  };
};
