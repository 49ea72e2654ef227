import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { migrate } from "../migrate/migrate.ts";
import { seed } from "../seed.ts";
import { type Keeper, startKeeper } from "../services/keeper.ts";
import { launchServices, needsOwnServers, type Services } from "../services/launch.ts";
import { trialApiKey } from "./api-keys.ts";
import { refuseTakenPorts } from "./listening-ports.ts";
import { say } from "./say.ts";
import { startTrialPayments } from "./trial-payments.ts";
import { trialSecret } from "./trial-secret.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What rooms stand on: a checked environment, free ports, two servers, a migrated database, demo data where it is
 * wanted.
 */
export interface Ground {
  config: Config;
  keeper: Keeper;
  services: Services;
  /** What every room is handed. */
  roomEnv: NodeJS.ProcessEnv;
  /** 0 is none. */
  simulatedMachines: number;
  /** What the simulated ones are handed: with a key of the intake, where customers pay at the trial's own provider. */
  simulatorEnv: NodeJS.ProcessEnv;
}

const trialMachines = 24;

/** A file of the operator's own; what the environment says already wins over it. */
export function readEnvFile(): void {
  const file = resolve(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Prepares everything before the first room starts; `add` is told how to undo each part as it stands. Throws the
 * sentences to print.
 */
export async function prepare(
  env: NodeJS.ProcessEnv,
  add: (name: string, stop: () => Promise<void>) => void,
  build: (say: (line: string) => void) => Promise<void>,
): Promise<Ground> {
  const config = readConfig(env);
  const dataDir = resolve(root, config.DATA_DIR);
  // Before the ports: a second start on the same data would fail there too, with a less helpful sentence.
  const keeper = await startKeeper(needsOwnServers(env) ? { hold: dataDir } : {});
  add("servers", keeper.stop);
  await refuseTakenPorts(config);
  const [services] = await Promise.all([launchServices({ env, dataDir, say, keeper }), build(say)]);

  const secret = config.JWT_SECRET ?? (await trialSecret(dataDir));
  const isDemo = config.trial && (config.DEMO ?? services.ownMongo);
  const simulatedMachines = config.trial ? (config.SIMULATOR ?? (services.ownMongo ? trialMachines : 0)) : 0;
  const payments = await startTrialPayments({ config, dataDir, mongodbUri: services.mongodbUri, add, say });
  const roomEnv: NodeJS.ProcessEnv = {
    ...env,
    MONGODB_URI: services.mongodbUri,
    REDIS_URL: services.redisUrl,
    ...payments,
    JWT_SECRET: secret,
    DATA_DIR: dataDir,
    WEB_ROOT: resolve(root, config.WEB_ROOT),
    // A trial's terminal is for people: the OTP lines must not drown in connections.
    LOG_LEVEL: env.LOG_LEVEL || (config.trial ? "warn" : config.LOG_LEVEL),
    ...(config.trial ? { SIMULATOR: `${simulatedMachines}` } : {}),
  };
  await migrate({ mongodbUri: services.mongodbUri, retention: retentionOf(config), say });
  if (isDemo) await seed({ mongodbUri: services.mongodbUri, jwtSecret: secret, say, timeZone: config.TIME_ZONE });
  const simulatesCustomers = isDemo && simulatedMachines > 0 && payments.PAYMENT_BASE_URL !== undefined;
  const INTAKE_API_KEY = simulatesCustomers ? await trialApiKey(services.mongodbUri, dataDir) : undefined;
  const simulatorEnv = { ...roomEnv, INTAKE_API_KEY };
  return { config, keeper, services, roomEnv, simulatedMachines, simulatorEnv };
}
