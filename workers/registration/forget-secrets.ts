import { databaseTime, type WorkerParts } from "../parts.ts";

type Parts = Pick<WorkerParts, "mongo" | "databaseClock" | "log">;

/**
 * Forgets secrets that their units did not fetch in time, by MongoDB's clock: from then on such a unit needs a new one.
 * Safe to run twice; `rev` stays, because no operator changed anything.
 */
export const forgetSecrets = async ({ mongo, databaseClock, log }: Parts): Promise<void> => {
  const now = await databaseTime({ mongo, databaseClock });
  const { modifiedCount } = await mongo.collections.units.updateMany(
    { "sealedSecret.until": { $lte: new Date(now) } },
    { $set: { sealedSecret: null } },
  );
  if (modifiedCount > 0) log.info({ units: modifiedCount }, "secrets that were not fetched in time are forgotten");
};
