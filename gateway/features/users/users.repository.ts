import { type Filter, ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import {
  emailTakenText,
  type NoteDocument,
  phoneTakenText,
  type UserDocument,
} from "#shared/users/people.document.server.ts";
import { mostUsersFound } from "#shared/users/user-list.ts";
import { beginsWith } from "../../records/search-by.ts";

const byPhone = beginsWith<UserDocument>("phone");
const byEmail = beginsWith<UserDocument>("email");

/** Nobody has written anything down yet. */
export const noNote = (user: ObjectId): NoteDocument => ({
  _id: user,
  note: "",
  author: null,
  updatedAt: null,
  rev: 0,
});

/** Users as operators find and edit them. */
export const createUsersRepository = ({ collections: { audit, users, notes } }: Pick<Mongo, "collections">) => ({
  /** The rarer of both leads: an email's beginning finds fewer than a phone's. */
  beginning: async (dbSession: DbSession, phone: string, email: string): Promise<UserDocument[]> => {
    const question = email ? byEmail(email) : byPhone(phone);
    if (!question) return [];
    const filter = email && phone ? { $and: [question.filter, byPhone(phone)?.filter ?? {}] } : question.filter;
    return users
      .find(filter as Filter<UserDocument>, { ...question.options, session: dbSession })
      .limit(mostUsersFound)
      .toArray();
  },

  /**
   * Another admin who may sign in, held so until the transaction ends: two who give up their rights at once cannot both
   * win, because each writes what the other one changes. Null when there is none.
   */
  holdOtherAdmin: async (dbSession: DbSession, but: ObjectId): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { role: "admin", suspend: false, _id: { $ne: but } },
      { $set: { held: new ObjectId() } },
      { session: dbSession, hint: { role: 1, suspend: 1 } },
    ),

  /** Throws `exists-already` as the indexes would, which refuse it only once the change is written. */
  refuseTaken: async (
    dbSession: DbSession,
    but: ObjectId,
    { phone, email }: { phone?: string | undefined; email?: string | undefined },
  ): Promise<void> => {
    const isTaken = async (field: { phone: string } | { email: string }) =>
      (await users.findOne({ ...field, _id: { $ne: but } }, { session: dbSession, projection: { _id: 1 } })) !== null;
    if (phone && (await isTaken({ phone }))) throw new DomainError("exists-already", phoneTakenText);
    if (email && (await isTaken({ email }))) throw new DomainError("exists-already", emailTakenText);
  },

  /** How often `by` has changed this user between the two; counted up to `most`. */
  changesBy: (
    dbSession: DbSession,
    by: ObjectId,
    user: ObjectId,
    { from, to, most }: { from: Date; to: Date; most: number },
  ): Promise<number> =>
    audit.countDocuments(
      {
        "record.collection": "users",
        "record.id": user.toHexString(),
        at: { $gt: from, $lte: to },
        "actor.id": by,
        verb: "user.changed",
      },
      { session: dbSession, hint: "record", limit: most },
    ),

  note: (dbSession: DbSession, user: ObjectId): Promise<NoteDocument | null> =>
    notes.findOne({ _id: user }, { session: dbSession }),
  /** So that there is one to edit. */
  beginNote: async (dbSession: DbSession, user: ObjectId): Promise<void> => {
    const { _id, ...empty } = noNote(user);
    await notes.updateOne({ _id }, { $setOnInsert: empty }, { session: dbSession, upsert: true });
  },
});
