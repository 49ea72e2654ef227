import { retentionOf } from "#shared/runtime/retention.ts";
import { runOnServers } from "../launcher/on-servers.ts";
import { say } from "../launcher/say.ts";
import { migrate, migratedSentence } from "./migrate.ts";

/** `npm run migrate`: brings the database to what this Cansole needs, that of a trial too, and starts nothing else. */
await runOnServers(async ({ mongodbUri }, config) => {
  await migrate({ mongodbUri, retention: retentionOf(config), say });
  say(migratedSentence);
});
