import { resolve } from "node:path";
import { readConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { readEnvFile, root } from "../launcher/ground.ts";
import { giveUp, say } from "../launcher/say.ts";
import { launchServices } from "../services/launch.ts";

/** `npm run ranks`: compares the anchors of long lists with their rows and mends them, while everything goes on. */
const main = async () => {
  readEnvFile();
  const config = readConfig(process.env);
  const services = await launchServices({ env: process.env, dataDir: resolve(root, config.DATA_DIR), say });
  try {
    const mongo = await connectMongo(services.mongodbUri, { appName: "cansole-ranks" });
    try {
      await createRanks({ mongo, log: createLogger("ranks", config.LOG_LEVEL) }).rebuild();
      const { rankAnchors, movingAnchors } = mongo.collections;
      const known = (await rankAnchors.countDocuments()) + (await movingAnchors.countDocuments());
      say(`Every 50th row of the long lists is known: ${known} anchors.`);
    } finally {
      await mongo.close();
    }
  } finally {
    await services.stop();
  }
};

await main().then(() => process.exit(0), giveUp);
