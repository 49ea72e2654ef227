import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { type Keeper, startKeeper } from "../services/keeper.ts";
import { launchServices, needsOwnServers, type Services } from "../services/launch.ts";
import { refuseTakenPorts } from "./listening-ports.ts";
import { say } from "./say.ts";
import { trialSecret } from "./trial-secret.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What services need: a checked environment, free ports, two servers, a migrated database, demo data where it is
 * wanted.
 */
export interface Ground {
  config: Config;
  keeper: Keeper;
  services: Services;
  /** The environment of every service. */
  serviceEnv: NodeJS.ProcessEnv;
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

/** What only a start needs, loaded while its servers come up. */
const loadPreparations = async () => {
  const [{ migrate }, { seed }, { startTrialPayments }, { trialApiKey }] = await Promise.all([
    import("../migrate/migrate.ts"),
    import("../seed.ts"),
    import("./trial-payments.ts"),
    import("./api-keys.ts"),
  ]);
  return { migrate, seed, startTrialPayments, trialApiKey };
};

/** How many machines a trial simulates, on a database of its own. */
const machinesOf = ({ trial, SIMULATOR }: Config, { MONGODB_URI }: NodeJS.ProcessEnv): number =>
  trial ? (SIMULATOR ?? (MONGODB_URI ? 0 : trialMachines)) : 0;

/**
 * Prepares everything before the first service starts; `add` receives how to undo each part as it starts, `build` runs
 * beside the servers and receives how many machines there will be. Throws the sentences to print.
 */
export async function prepare(
  env: NodeJS.ProcessEnv,
  add: (name: string, stop: () => Promise<void>) => void,
  build: (keeper: Keeper, simulatedMachines: number) => Promise<void>,
): Promise<Ground> {
  const config = readConfig(env);
  const dataDir = resolve(root, config.DATA_DIR);
  // Before the ports: a second start on the same data would fail there too, with a less helpful sentence.
  const keeper = await startKeeper(needsOwnServers(env) ? { hold: dataDir } : {});
  add("servers", keeper.stop);
  await refuseTakenPorts(config);
  const simulatedMachines = machinesOf(config, env);
  const [services, { migrate, seed, startTrialPayments, trialApiKey }] = await Promise.all([
    launchServices({ env, dataDir, say, keeper }),
    loadPreparations(),
    build(keeper, simulatedMachines),
  ]);

  const secret = config.JWT_SECRET ?? (await trialSecret(dataDir));
  const isDemo = config.trial && (config.DEMO ?? services.ownMongo);
  const { mongodbUri } = services;
  const [payments] = await Promise.all([
    startTrialPayments({ config, dataDir, mongodbUri, add, say }),
    migrate({ mongodbUri, retention: retentionOf(config), say }),
  ]);
  const serviceEnv: NodeJS.ProcessEnv = {
    ...env,
    MONGODB_URI: mongodbUri,
    REDIS_URL: services.redisUrl,
    ...payments,
    JWT_SECRET: secret,
    DATA_DIR: dataDir,
    WEB_ROOT: resolve(root, config.WEB_ROOT),
    // A trial's terminal is for people: the OTP lines must not drown in connections.
    LOG_LEVEL: env.LOG_LEVEL || (config.trial ? "warn" : config.LOG_LEVEL),
    ...(config.trial ? { SIMULATOR: `${simulatedMachines}` } : {}),
  };
  const simulatesCustomers = isDemo && simulatedMachines > 0 && payments.PAYMENT_BASE_URL !== undefined;
  const [INTAKE_API_KEY] = await Promise.all([
    simulatesCustomers ? trialApiKey(mongodbUri, dataDir) : undefined,
    isDemo ? seed({ mongodbUri, jwtSecret: secret, say, timeZone: config.TIME_ZONE }) : undefined,
  ]);
  const simulatorEnv = { ...serviceEnv, INTAKE_API_KEY };
  return { config, keeper, services, serviceEnv, simulatedMachines, simulatorEnv };
}
