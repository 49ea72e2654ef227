import { resolve } from "node:path";
import { ApiKeyName } from "#shared/api-keys/api-key.schema.ts";
import { readConfig } from "#shared/runtime/config.ts";
import { makeApiKey } from "./launcher/api-keys.ts";
import { readEnvFile, root } from "./launcher/ground.ts";
import { giveUp, say } from "./launcher/say.ts";
import { findRunningMongo } from "./services/running.ts";

/** `npm run api-key -- NAME`: prints the new key and nothing else, so that another program can take it. */
const main = async () => {
  readEnvFile();
  const name = ApiKeyName.safeParse(process.argv.slice(2).join(" "));
  if (!name.success)
    throw new Error("Name the app that will use the key, in at most 60 characters: npm run api-key -- NAME");
  const dataDir = resolve(root, readConfig(process.env).DATA_DIR);
  say(await makeApiKey(await findRunningMongo({ env: process.env, dataDir }), name.data));
};

await main().then(() => process.exit(0), giveUp);
