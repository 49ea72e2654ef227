import { createHash, randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { DeviceDocument } from "#shared/users/people.document.server.ts";

/** 256 random bits: a plain hash cannot be searched. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const newToken = (): string => randomBytes(32).toString("base64url");

/** Browsers that have signed in before, each for each operator. */
export const createDevicesRepository = ({ collections: { devices } }: Pick<Mongo, "collections">) => ({
  /** A cookie with tokens of other operators only, or with some that nobody was given, is no known device. */
  find: (tokens: string[], user: ObjectId, now: Date): Promise<DeviceDocument | null> =>
    tokens.length === 0
      ? Promise.resolve(null)
      : devices.findOne({ tokenHash: { $in: tokens.map(hashOf) }, user, expiresAt: { $gt: now } }),

  /**
   * The browser with these tokens has signed in as this operator: their device gets a new token, so that a stolen one
   * is worth nothing after their next sign-in. Records of other operators stay as they are: whoever has copied the
   * cookie could else take their known device from them. Returns what the browser is to have: the new token, and
   * those by which it is known for others, `mostTokens` in all. Beyond `most` browsers of this operator, those whose
   * last sign-in is longest ago are forgotten.
   */
  remember: async (
    dbSession: DbSession,
    {
      user,
      tokens,
      now,
      days,
      most,
      mostTokens,
    }: { user: ObjectId; tokens: string[]; now: Date; days: number; most: number; mostTokens: number },
  ): Promise<{ _id: ObjectId; tokens: string[] }> => {
    const known = { tokenHash: { $in: tokens.map(hashOf) }, expiresAt: { $gt: now } };
    // Operators who signed in with an earlier version may share one token.
    const ofOthers = await devices
      .find({ ...known, user: { $ne: user } }, { session: dbSession, projection: { tokenHash: 1 } })
      .map(({ tokenHash }) => tokenHash)
      .toArray();
    const token = newToken();
    const remembered = await devices.findOneAndUpdate(
      { ...known, user },
      {
        $set: { tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + days * 86_400_000) },
        $setOnInsert: { _id: new ObjectId(), createdAt: now },
      },
      { session: dbSession, upsert: true, returnDocument: "after" },
    );
    if (!remembered) throw new Error("a device could not be remembered");
    const beyond = devices.find({ user }, { session: dbSession, projection: { _id: 1 } });
    const forgotten = await beyond.sort({ expiresAt: -1 }).skip(most).toArray();
    if (forgotten.length > 0)
      await devices.deleteMany({ _id: { $in: forgotten.map(({ _id }) => _id) } }, { session: dbSession });
    const kept = tokens.filter((one) => ofOthers.includes(hashOf(one)));
    return { _id: remembered._id, tokens: [token, ...kept].slice(0, mostTokens) };
  },

  /** Those of them that have not signed in after `until`; `days` as they were remembered with. */
  forget: async (
    dbSession: DbSession,
    user: ObjectId,
    ids: ObjectId[],
    { until, days }: { until: Date; days: number },
  ): Promise<void> => {
    const expiresAt = { $lte: new Date(until.getTime() + days * 86_400_000) };
    if (ids.length > 0) await devices.deleteMany({ _id: { $in: ids }, user, expiresAt }, { session: dbSession });
  },

  /** Null forgets all. */
  forgetAllBut: async (dbSession: DbSession, user: ObjectId, kept: ObjectId | null): Promise<void> => {
    await devices.deleteMany({ user, ...(kept ? { _id: { $ne: kept } } : {}) }, { session: dbSession });
  },
});
