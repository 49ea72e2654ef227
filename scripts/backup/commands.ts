import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Redis } from "ioredis";
import type { Config } from "#shared/runtime/config.ts";
import { clusterAddress } from "#shared/runtime/redis-address.ts";
import { openCluster } from "#shared/runtime/redis-cluster.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { version } from "#shared/runtime/version.ts";
import { trialSecret } from "../launcher/trial-secret.ts";
import { backUp } from "./back-up.ts";
import { completeRestore, refuseWhileReporting, refuseWhileRunning } from "./complete-restore.ts";
import { printOf } from "./manifest.ts";
import { restore } from "./restore.ts";

interface Installation {
  config: Config;
  mongodbUri: string;
  /** Where a trial keeps its own files; null where this Cansole started no store of its own. */
  dataDir: string | null;
  /** Where relative folders begin. */
  cwd: string;
  say: (line: string) => void;
}

/** Of gateways and workers. */
const prefix = "cansole";

const backupUsage = "Name the folder that the backup is to be written to: npm run backup -- DIR";
const restoreUsage = "Name the folder of the backup: npm run restore -- DIR [--replace], or --check alone";

/** Throws the usage where the arguments are not one folder and flags of these names. */
const readArguments = (args: string[], flags: string[], usage: string) => {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const, default: false }]));
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
};

/** A trial that invented its secret keeps it beside its data. */
const secretOf = async ({ config, dataDir }: Installation): Promise<string | undefined> =>
  config.JWT_SECRET ?? (dataDir === null ? undefined : trialSecret(dataDir));

/** `npm run backup -- DIR`. */
export const backupCommand = async (args: string[], of: Installation): Promise<void> => {
  const [folder, more] = readArguments(args, [], backupUsage).positionals;
  if (!folder || more) throw new Error(backupUsage);
  await backUp({ ...of, folder: resolve(of.cwd, folder), jwtSecret: await secretOf(of), version });
  if (of.dataDir === null) of.say("Keep JWT_SECRET and PROVISIONING_KEY of today too, in another place.");
};

/**
 * `npm run restore -- DIR`; with `--check` alone, of a database that was restored by other means. Throws at the end
 * where the books do not agree.
 */
export const restoreCommand = async (args: string[], of: Installation & { redisUrl: string }): Promise<void> => {
  const { positionals, values } = readArguments(args, ["replace", "check"], restoreUsage);
  const [folder, more] = positionals;
  if (more || Boolean(folder) === Boolean(values.check) || (values.check && values.replace))
    throw new Error(restoreUsage);
  const { config, mongodbUri, say } = of;
  const address = clusterAddress(of.redisUrl);
  const redis = address ? openCluster(address, "patient") : new Redis(of.redisUrl, { maxRetriesPerRequest: 3 });
  redis.on("error", () => undefined); // the command that fails says it
  try {
    await refuseWhileRunning(redis, prefix);
    await refuseWhileReporting(mongodbUri);
    if (folder) {
      const { secretPrint } = await restore({
        ...of,
        folder: resolve(of.cwd, folder),
        replace: values.replace === true,
      });
      const known = [printOf(await secretOf(of)), printOf(config.JWT_SECRET_PREVIOUS)];
      if (secretPrint !== null && !known.includes(secretPrint)) say(otherSecret);
    }
    const retention = retentionOf(config);
    const found = await completeRestore({ mongodbUri, redis, prefix, retention, timeZone: config.TIME_ZONE, say });
    if (found > 0) throw new Error("The books do not agree: look at the differences before anything is sold.");
    say("Start Cansole. Operators must sign in again.");
  } finally {
    redis.disconnect();
  }
};

const otherSecret =
  "Neither JWT_SECRET nor JWT_SECRET_PREVIOUS is the one with which the backup was made: units that had not fetched their secret by then need New Secret, and webhooks a renewed secret.";
