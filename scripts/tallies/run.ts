import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { say } from "../launcher/say.ts";

/** `npm run tallies`: counts every day of the long lists anew from its rows, while everything goes on. */
await runOnServers(async ({ mongodbUri }, config) => {
  const mongo = await connectMongo(mongodbUri, { appName: "cansole-tallies" });
  try {
    const tallies = createTallies({ mongo, log: createLogger("tallies", config.LOG_LEVEL) });
    const { days, mended } = await tallies.rebuild();
    say(`${days} days of the long lists were counted again: ${mended} were corrected.`);
  } finally {
    await mongo.close();
  }
});
