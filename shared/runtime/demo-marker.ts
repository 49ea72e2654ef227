import type { Collections } from "./collections.ts";
import { type Config, ConfigError } from "./config.ts";

/** The seed writes it before its first record. */
export const demoMarker = "demo network";

/**
 * Throws ConfigError where production was pointed at a database in which the demo network was laid out: its units' secrets
 * are made from a trial's, and its first admin has the trial's phone.
 */
export const refuseDemoData = async ({ trial }: Pick<Config, "trial">, { seeds }: Collections): Promise<void> => {
  if (trial || !(await seeds.findOne({ _id: demoMarker }))) return;
  throw new ConfigError(
    "MONGODB_URI names a database with the demo network of a trial: production needs one of its own.",
  );
};
