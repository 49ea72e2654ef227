import { resolve } from "node:path";
import { ConfigError, readConfig } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { readEnvFile, root } from "../launcher/ground.ts";
import { giveUp, say } from "../launcher/say.ts";
import { trialSecret } from "../launcher/trial-secret.ts";
import { migrate } from "../migrate/migrate.ts";
import { seed } from "../seed.ts";
import { launchServices } from "../services/launch.ts";

/** `npm run seed`: lays the demo network out without starting anything else. */
const main = async () => {
  readEnvFile();
  const config = readConfig(process.env);
  if (!config.trial) throw new ConfigError("Production is never seeded: run this without NODE_ENV=production.");
  const dataDir = resolve(root, config.DATA_DIR);
  const services = await launchServices({ env: process.env, dataDir, say });
  try {
    const jwtSecret = config.JWT_SECRET ?? (await trialSecret(dataDir));
    await migrate({ mongodbUri: services.mongodbUri, retention: retentionOf(config), say });
    const { simulated } = await seed({
      mongodbUri: services.mongodbUri,
      jwtSecret,
      say,
      timeZone: config.TIME_ZONE,
    });
    if (simulated.length > 0) say(`The demo network is ready; ${simulated.length} of its units can be simulated.`);
  } finally {
    await services.stop();
  }
};

await main().then(() => process.exit(0), giveUp);
