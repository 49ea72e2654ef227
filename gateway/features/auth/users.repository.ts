import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";

/** Users as signing in asks for them. */
export const createUsersRepository = ({ collections: { users } }: Pick<Mongo, "collections">) => ({
  byId: (id: ObjectId, dbSession?: DbSession): Promise<UserDocument | null> =>
    users.findOne({ _id: id }, dbSession ? { session: dbSession } : {}),
  /** Null where he was changed meanwhile. */
  setPassword: (dbSession: DbSession, { _id, rev }: UserDocument, password: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { _id, rev },
      { $set: { password }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    ),
  /**
   * Holds an operator who signs in as they were when they proved who they are, until the transaction ends: a change of
   * how they sign in ends all logins, and the one that opens at the same moment is one of them. False where it came first.
   */
  holdToSignIn: async (
    dbSession: DbSession,
    { _id, ...proved }: Pick<UserDocument, "_id"> & Partial<Pick<UserDocument, "phone" | "email" | "password">>,
  ): Promise<boolean> => {
    const { matchedCount } = await users.updateOne(
      { _id, suspend: false, role: { $in: operatorRoles }, ...proved },
      { $set: { heldToSignIn: new ObjectId() } },
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
  /** Makes an admin of whoever holds this phone, and lets him in again if he was suspended. */
  makeAdmin: (dbSession: DbSession, phone: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { phone },
      { $set: { role: "admin", suspend: false }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    ),
});
export type UsersRepository = ReturnType<typeof createUsersRepository>;
