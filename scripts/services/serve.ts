import { resolve } from "node:path";
import { ConfigError, readConfig } from "#shared/runtime/config.ts";
import { readEnvFile, root } from "../launcher/ground.ts";
import { giveUp, say } from "../launcher/say.ts";
import { createUndo } from "../launcher/undo.ts";
import { launchServices } from "./launch.ts";

/** Only the stores, until Ctrl-C: for a service that is started by hand, or for looking into the data. */
async function serve() {
  readEnvFile();
  const { DATA_DIR, NODE_ENV } = readConfig(process.env);
  if (NODE_ENV === "production")
    throw new ConfigError("Production brings its own MongoDB and Redis: none are started.");
  const undo = createUndo();
  const services = await launchServices({ env: process.env, dataDir: resolve(root, DATA_DIR), say });
  undo.add("servers", services.stop);
  say(`MONGODB_URI=${services.mongodbUri}`);
  say(`REDIS_URL=${services.redisUrl}`);
  if (!services.ownMongo && !services.ownRedis) return undo.end(0);
  say("Ctrl-C ends them.");
  const sentence = await services.lost;
  if (undo.isEnding()) return;
  process.stderr.write(`${sentence}\n`);
  await undo.end(1);
}

serve().catch(giveUp);
