import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { LoginDocument, UserDocument } from "#shared/users/people.document.server.ts";

type SignedInUser = Pick<UserDocument, "_id" | "name" | "phone" | "email" | "role" | "suspend" | "stoppedUntil">;

interface LoginWithUser {
  login: LoginDocument;
  user: SignedInUser;
}

/** A login that opens now; JWT counts whole seconds, so it ends on one. */
export const newLogin = (
  user: ObjectId,
  now: number,
  longestMs: number,
  more: Partial<LoginDocument> = {},
): LoginDocument => ({
  _id: new ObjectId(),
  user,
  createdAt: new Date(now),
  lastUsedAt: new Date(now),
  expiresAt: new Date(Math.floor(now / 1_000) * 1_000 + longestMs),
  endedAt: null,
  ...more,
});

/** More than are requested in an hour. */
const mostCodes = 10;

/** Sign-ins as they are stored. */
export const createLoginsRepository = ({ collections: { logins, users } }: Pick<Mongo, "collections">) => ({
  add: async (login: LoginDocument, dbSession?: DbSession): Promise<void> => {
    await logins.insertOne(login, dbSession ? { session: dbSession } : {});
  },
  /**
   * Read with each request, batched for all that come at one moment: both queries at once, because one after the other
   * takes longer. Null where there is no such login of that user.
   */
  withUsers: async (requested: { loginId: ObjectId; userId: ObjectId }[]): Promise<(LoginWithUser | null)[]> => {
    const projection = { name: 1, phone: 1, email: 1, role: 1, suspend: 1, stoppedUntil: 1 };
    const [found, people] = await Promise.all([
      logins.find({ _id: { $in: requested.map(({ loginId }) => loginId) } }).toArray(),
      users
        .find({ _id: { $in: requested.map(({ userId }) => userId) } })
        .project<SignedInUser>(projection)
        .toArray(),
    ]);
    const loginOf = new Map(found.map((login) => [login._id.toHexString(), login]));
    const userOf = new Map(people.map((user) => [user._id.toHexString(), user]));
    return requested.map(({ loginId, userId }) => {
      const [login, user] = [loginOf.get(loginId.toHexString()), userOf.get(userId.toHexString())];
      return login?.user.equals(userId) && user ? { login, user } : null;
    });
  },
  /** Of several requests at once that use a login only one writes; none does if the login was used after `since`. */
  use: async (used: { loginId: ObjectId; since: Date; at: Date }[]): Promise<void> => {
    const writes = used.map(({ loginId, since, at }) => {
      const filter = { _id: loginId, endedAt: null, lastUsedAt: { $not: { $gt: since } } };
      return { updateOne: { filter, update: { $set: { lastUsedAt: at } } } };
    });
    await logins.bulkWrite(writes, { ordered: false });
  },
  /** The ones that have neither ended nor expired; whether one is idle, its times say. */
  open: (user: ObjectId, now: Date, dbSession?: DbSession): Promise<LoginDocument[]> =>
    logins.find({ user, endedAt: null, expiresAt: { $gt: now } }, dbSession ? { session: dbSession } : {}).toArray(),
  /** Whether this code has proved who this user is already: a Redis that lost its last writes has it still. */
  isUsed: async (dbSession: DbSession, user: ObjectId, code: string): Promise<boolean> =>
    (await logins.findOne({ user, codes: code }, { session: dbSession, projection: { _id: 1 } })) !== null,
  /** Null where it has ended. */
  prove: (
    dbSession: DbSession,
    user: ObjectId,
    loginId: ObjectId,
    { until, code }: { until: Date; code: string | null },
  ): Promise<LoginDocument | null> =>
    logins.findOneAndUpdate(
      { _id: loginId, user, endedAt: null },
      { $set: { provedUntil: until }, $push: { codes: { $each: code ? [code] : [], $slice: -mostCodes } } },
      { session: dbSession, returnDocument: "after" },
    ),
  /** Those of a transaction that has just found them open: all end, or it begins anew. */
  endAll: async (dbSession: DbSession, ended: readonly LoginDocument[], endedAt: Date): Promise<void> => {
    const ids = ended.map(({ _id }) => _id);
    if (ids.length > 0)
      await logins.updateMany({ _id: { $in: ids }, endedAt: null }, { $set: { endedAt } }, { session: dbSession });
  },
  /** The first end counts: null where it had ended. */
  end: (dbSession: DbSession, user: ObjectId, loginId: ObjectId, endedAt: Date): Promise<LoginDocument | null> =>
    logins.findOneAndUpdate(
      { _id: loginId, user, endedAt: null },
      { $set: { endedAt } },
      { session: dbSession, returnDocument: "after" },
    ),
});
