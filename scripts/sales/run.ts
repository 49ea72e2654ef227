import { resolve } from "node:path";
import { readConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createSales } from "../../workers/sales/sales.ts";
import { readEnvFile, root } from "../launcher/ground.ts";
import { giveUp, say } from "../launcher/say.ts";
import { launchServices } from "../services/launch.ts";

/** `npm run sales`: counts the sales of every day anew from its orders, while everything goes on. */
const main = async () => {
  readEnvFile();
  const config = readConfig(process.env);
  const services = await launchServices({ env: process.env, dataDir: resolve(root, config.DATA_DIR), say });
  try {
    const mongo = await connectMongo(services.mongodbUri, { appName: "cansole-sales" });
    try {
      const log = createLogger("sales", config.LOG_LEVEL);
      const { days, mended } = await createSales({ mongo, log, timeZone: config.TIME_ZONE }).rebuild();
      say(`The sales of ${days} days were counted anew from their orders: ${mended} rows were others before.`);
    } finally {
      await mongo.close();
    }
  } finally {
    await services.stop();
  }
};

await main().then(() => process.exit(0), giveUp);
