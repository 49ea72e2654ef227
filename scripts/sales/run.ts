import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createSales } from "../../workers/sales/sales.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { say } from "../launcher/say.ts";

/** `npm run sales`: counts the sales of every day anew from its orders, while everything goes on. */
await runOnServers(async ({ mongodbUri }, config) => {
  const mongo = await connectMongo(mongodbUri, { appName: "cansole-sales" });
  try {
    const log = createLogger("sales", config.LOG_LEVEL);
    const { days, mended } = await createSales({ mongo, log, timeZone: config.TIME_ZONE }).rebuild();
    say(`The sales of ${days} days were counted again from their orders: ${mended} rows were corrected.`);
  } finally {
    await mongo.close();
  }
});
