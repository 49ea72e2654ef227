import { resolve } from "node:path";
import { readConfig } from "#shared/runtime/config.ts";
import { readEnvFile, root } from "../launcher/ground.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { giveUp, say } from "../launcher/say.ts";
import { findRunningMongo } from "../services/running.ts";
import { backupCommand } from "./commands.ts";

readEnvFile();
const args = process.argv.slice(2);
const cwd = process.env.INIT_CWD ?? process.cwd();

/** `npm run backup -- DIR`: of a trial that runs, beside it; of one that does not, with its stores started for it. */
const main = async () => {
  const config = readConfig(process.env);
  const dataDir = resolve(root, config.DATA_DIR);
  const own = process.env.MONGODB_URI ? null : dataDir;
  const running = await findRunningMongo({ env: process.env, dataDir }).catch((error: unknown) => {
    if (own === null) throw error;
    return null;
  });
  if (running !== null) return backupCommand(args, { config, mongodbUri: running, dataDir: own, cwd, say });
  return runOnServers(({ mongodbUri }) => backupCommand(args, { config, mongodbUri, dataDir: own, cwd, say }));
};

await main().then(() => process.exit(0), giveUp);
