import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { say } from "../launcher/say.ts";

/** `npm run ranks`: compares the anchors of long lists with their rows and mends them, while everything goes on. */
await runOnServers(async ({ mongodbUri }, config) => {
  const mongo = await connectMongo(mongodbUri, { appName: "cansole-ranks" });
  try {
    await createRanks({ mongo, log: createLogger("ranks", config.LOG_LEVEL) }).rebuild();
    const { rankAnchors, movingAnchors } = mongo.collections;
    const known = (await rankAnchors.countDocuments()) + (await movingAnchors.countDocuments());
    say(`Every 50th row of the long lists is known: ${known} anchors.`);
  } finally {
    await mongo.close();
  }
});
