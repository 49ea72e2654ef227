import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";

/** Queries of users for signing in. */
export const createUsersRepository = ({ collections: { users } }: Pick<Mongo, "collections">) => ({
  byId: (id: ObjectId, dbSession?: DbSession): Promise<UserDocument | null> =>
    users.findOne({ _id: id }, dbSession ? { session: dbSession } : {}),
  /** Null where the record changed meanwhile. */
  setPassword: (dbSession: DbSession, { _id, rev }: UserDocument, password: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { _id, rev },
      { $set: { password }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    ),
  /**
   * Locks the record of an operator who signs in, as it was when they proved their identity, until the transaction
   * ends: a change of phone or password ends all logins, and must not miss the one that opens now. False where the
   * change came first.
   */
  holdToSignIn: async (
    dbSession: DbSession,
    { _id, ...proved }: Pick<UserDocument, "_id"> & Partial<Pick<UserDocument, "phone" | "email" | "password">>,
    now: Date,
  ): Promise<boolean> => {
    const { matchedCount } = await users.updateOne(
      { _id, suspend: false, role: { $in: operatorRoles }, stoppedUntil: { $not: { $gt: now } }, ...proved },
      { $set: { held: new ObjectId() } },
      { session: dbSession },
    );
    return matchedCount > 0;
  },
  byPhone: (phone: string, dbSession?: DbSession): Promise<UserDocument | null> =>
    users.findOne({ phone }, { session: dbSession }),
  byEmail: (email: string): Promise<UserDocument | null> => users.findOne({ email }),
  add: async (dbSession: DbSession, user: UserDocument): Promise<void> => {
    await users.insertOne(user, { session: dbSession });
  },
  anyAdmin: (dbSession: DbSession): Promise<UserDocument | null> =>
    users.findOne({ role: "admin" }, { session: dbSession }),
  /** Makes the owner of this phone an admin, and lifts a suspension. */
  makeAdmin: (dbSession: DbSession, phone: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { phone },
      { $set: { role: "admin", suspend: false }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    ),
});
