import { resolve } from "node:path";
import { readConfig } from "#shared/runtime/config.ts";
import { retentionOf } from "#shared/runtime/retention.ts";
import { migrate, migratedSentence } from "../migrations/migrate.ts";
import { readEnvFile, root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { launchServices } from "./services/launch.ts";

/** `npm run migrate`: brings the database to what this Cansole needs, that of a trial too, and starts nothing else. */
const main = async () => {
  readEnvFile();
  const config = readConfig(process.env);
  const services = await launchServices({ env: process.env, dataDir: resolve(root, config.DATA_DIR), say });
  try {
    await migrate({ mongodbUri: services.mongodbUri, retention: retentionOf(config), say });
    say(migratedSentence);
  } finally {
    await services.stop();
  }
};

await main().then(() => process.exit(0), giveUp);
