import { ObjectId } from "mongodb";
import type { LoginDocument, UserDocument } from "#shared/runtime/documents.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

type SignedInUser = Pick<UserDocument, "_id" | "name" | "phone" | "email" | "role" | "suspend">;

/** Sign-ins as they are stored. */
export const createLoginsRepository = ({ collections: { logins, users } }: Pick<Mongo, "collections">) => ({
  open: async (user: ObjectId, createdAt: Date, expiresAt: Date): Promise<ObjectId> => {
    const _id = new ObjectId();
    await logins.insertOne({ _id, user, createdAt, expiresAt, endedAt: null });
    return _id;
  },
  /** Read with each request: both at once, because nobody waits for one to ask for the other. */
  withUser: async (
    loginId: ObjectId,
    userId: ObjectId,
  ): Promise<{ login: LoginDocument; user: SignedInUser } | null> => {
    const [login, user] = await Promise.all([
      logins.findOne({ _id: loginId, user: userId }),
      users.findOne<SignedInUser>(
        { _id: userId },
        { projection: { name: 1, phone: 1, email: 1, role: 1, suspend: 1 } },
      ),
    ]);
    return login && user ? { login, user } : null;
  },
  /** The first end counts; ending twice changes nothing. */
  end: async (loginId: ObjectId, endedAt: Date): Promise<void> => {
    await logins.updateOne({ _id: loginId, endedAt: null }, { $set: { endedAt } });
  },
});
export type LoginsRepository = ReturnType<typeof createLoginsRepository>;
