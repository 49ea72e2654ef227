import { createHash, randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { DeviceDocument } from "#shared/users/people.document.server.ts";

/** 256 random bits: a plain hash cannot be searched. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
export const newDeviceToken = (): string => randomBytes(32).toString("base64url");

/** Browsers that have signed in before, each for each operator. */
export const createDevicesRepository = ({ collections: { devices } }: Pick<Mongo, "collections">) => ({
  /** A cookie of another operator, or one that nobody was given, is no known device. */
  find: (token: string | null, user: ObjectId, now: Date): Promise<DeviceDocument | null> =>
    token === null
      ? Promise.resolve(null)
      : devices.findOne({ tokenHash: hashOf(token), user, expiresAt: { $gt: now } }),

  /**
   * The browser has signed in as this operator. It gets a new token each time, so that a stolen one is worth nothing
   * after the next sign-in; other operators who signed in with this browser stay known by the new token. Beyond `most`
   * browsers, those whose last sign-in is longest ago are forgotten.
   */
  remember: async (
    dbSession: DbSession,
    {
      user,
      before,
      token,
      now,
      days,
      most,
    }: { user: ObjectId; before: string | null; token: string; now: Date; days: number; most: number },
  ): Promise<ObjectId> => {
    const tokenHash = hashOf(token);
    if (before !== null)
      await devices.updateMany({ tokenHash: hashOf(before) }, { $set: { tokenHash } }, { session: dbSession });
    const remembered = await devices.findOneAndUpdate(
      { tokenHash, user },
      {
        $set: { expiresAt: new Date(now.getTime() + days * 86_400_000) },
        $setOnInsert: { _id: new ObjectId(), createdAt: now },
      },
      { session: dbSession, upsert: true, returnDocument: "after" },
    );
    if (!remembered) throw new Error("a device could not be remembered");
    const beyond = devices.find({ user }, { session: dbSession, projection: { _id: 1 } });
    const forgotten = await beyond.sort({ expiresAt: -1 }).skip(most).toArray();
    if (forgotten.length > 0)
      await devices.deleteMany({ _id: { $in: forgotten.map(({ _id }) => _id) } }, { session: dbSession });
    return remembered._id;
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
