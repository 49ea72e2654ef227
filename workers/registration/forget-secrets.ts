import type { WorkerParts } from "../parts.ts";

/**
 * Forgets secrets that their units did not fetch in time: from then on such a unit needs a new one. Safe to run twice;
 * `rev` stays, because no operator changed anything.
 */
export const forgetSecrets = async ({ mongo, clock, log }: WorkerParts): Promise<void> => {
  const { modifiedCount } = await mongo.collections.units.updateMany(
    { "sealedSecret.until": { $lte: new Date(clock.now()) } },
    { $set: { sealedSecret: null } },
  );
  if (modifiedCount > 0) log.info({ units: modifiedCount }, "secrets that were not fetched in time are forgotten");
};
