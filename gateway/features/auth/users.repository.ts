import type { ObjectId } from "mongodb";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

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
