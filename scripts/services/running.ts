import { join } from "node:path";
import { checkGivenMongo } from "./given.ts";
import { mongoUrl } from "./mongo.ts";
import { isPortFree, readPort } from "./ports.ts";

/**
 * The MongoDB of a Cansole that runs: the one that MONGODB_URI names, else the private one that was started on this
 * data directory. Nothing is started. Throws one sentence that says what to do.
 */
export async function findRunningMongo({ env, dataDir }: { env: NodeJS.ProcessEnv; dataDir: string }): Promise<string> {
  if (env.MONGODB_URI) return (await checkGivenMongo(env.MONGODB_URI)).url;
  const port = await readPort(join(dataDir, "mongo.port"));
  if (port !== null && !(await isPortFree(port))) return mongoUrl(port);
  throw new Error(
    `No Cansole runs on the data directory ${dataDir}: start it with npm start, or name its database with MONGODB_URI.`,
  );
}
