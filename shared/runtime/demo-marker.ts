import type { Collections } from "./collections.ts";
import { type Config, ConfigError } from "./config.ts";

/** The seed writes it before its first record. */
export const demoMarker = "demo network";
/** Whatever starts in production writes it before it serves anybody. */
const productionMarker = "production";

/**
 * Throws ConfigError where production was pointed at a database in which the demo network was laid out: its units' secrets
 * are made from a trial's, and its first admin has the trial's phone. And where a trial was pointed at a database that
 * production has used: its codes are printed, and everybody knows its keys.
 */
export const refuseOtherUse = async ({ trial }: Pick<Config, "trial">, { seeds }: Collections): Promise<void> => {
  if (trial) return refuseProductionData({ seeds });
  if (await seeds.findOne({ _id: demoMarker }))
    throw new ConfigError(
      "MONGODB_URI names a database with the demo network of a trial: production needs one of its own.",
    );
  await seeds.updateOne({ _id: productionMarker }, { $setOnInsert: { state: "done" } }, { upsert: true });
};

/** The same of a seed, which writes before anything starts. */
export const refuseProductionData = async ({ seeds }: Pick<Collections, "seeds">): Promise<void> => {
  if (await seeds.findOne({ _id: productionMarker }))
    throw new ConfigError(
      "MONGODB_URI names a database that production has used: a trial needs one of its own, or set NODE_ENV=production.",
    );
};
