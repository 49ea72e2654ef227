import type { ClientSession } from "mongodb";
import type { UserDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** Users as signing in asks for them. */
export const createUsersRepository = ({ collections: { users } }: Pick<Mongo, "collections">) => ({
  byPhone: (phone: string): Promise<UserDocument | null> => users.findOne({ phone }),
  byEmail: (email: string): Promise<UserDocument | null> => users.findOne({ email }),
  add: async (session: ClientSession, user: UserDocument): Promise<void> => {
    await users.insertOne(user, { session });
  },
  anyAdmin: (session: ClientSession): Promise<UserDocument | null> => users.findOne({ role: "admin" }, { session }),
  findInside: (session: ClientSession, phone: string): Promise<UserDocument | null> =>
    users.findOne({ phone }, { session }),
  /** Makes an admin of whoever holds this phone, and lets him in again if he was suspended. */
  makeAdmin: (session: ClientSession, phone: string): Promise<UserDocument | null> =>
    users.findOneAndUpdate(
      { phone },
      { $set: { role: "admin", suspend: false }, $inc: { rev: 1 } },
      { session, returnDocument: "after" },
    ),
});
export type UsersRepository = ReturnType<typeof createUsersRepository>;
