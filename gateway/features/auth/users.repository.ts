import type { UserDocument } from "#shared/runtime/documents.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";

/** Users as signing in asks for them. */
export const createUsersRepository = ({ collections: { users } }: Pick<Mongo, "collections">) => ({
  byPhone: (phone: string): Promise<UserDocument | null> => users.findOne({ phone }),
  byEmail: (email: string): Promise<UserDocument | null> => users.findOne({ email }),
  add: async (dbSession: DbSession, user: UserDocument): Promise<void> => {
    await users.insertOne(user, { session: dbSession });
  },
  anyAdmin: (dbSession: DbSession): Promise<UserDocument | null> =>
    users.findOne({ role: "admin" }, { session: dbSession }),
  findInside: (dbSession: DbSession, phone: string): Promise<UserDocument | null> =>
    users.findOne({ phone }, { session: dbSession }),
  /** Makes an admin of whoever holds this phone, and lets him in again if he was suspended. */
  makeAdmin: (dbSession: DbSession, phone: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { phone },
      { $set: { role: "admin", suspend: false }, $inc: { rev: 1 } },
      { session: dbSession, returnDocument: "after" },
    ),
});
export type UsersRepository = ReturnType<typeof createUsersRepository>;
