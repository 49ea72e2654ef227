import { resolve } from "node:path";
import { root } from "../launcher/ground.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { say } from "../launcher/say.ts";
import { restoreCommand } from "./commands.ts";

/** `npm run restore -- DIR`: while Cansole does not run; a trial's stores are started for it. */
await runOnServers(({ mongodbUri, redisUrl, ownMongo }, config) =>
  restoreCommand(process.argv.slice(2), {
    config,
    mongodbUri,
    redisUrl,
    dataDir: ownMongo ? resolve(root, config.DATA_DIR) : null,
    cwd: process.env.INIT_CWD ?? process.cwd(),
    say,
  }),
);
