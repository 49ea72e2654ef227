import { join } from "node:path";
import { connectMongo, type Mongo } from "#shared/runtime/mongo.ts";
import { until } from "#shared/testing/eventually.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { launchServices } from "../services/launch.ts";
import { startMongo } from "../services/mongo.ts";
import { startRedis } from "../services/redis.ts";
import { isAlive } from "../services/testing/processes.ts";
import { temporaryFolder } from "../testing/temporary.ts";

export const enginesDir = join(import.meta.dirname, "../../.engines");

/** A process that may be killed (-9) and started again, or stand still for a while. */
export interface Killable {
  name: string;
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
  freeze(): unknown;
  thaw(): unknown;
}

export interface ServersOptions {
  /** A database that stands already: Redis alone is launched. */
  mongodbUri?: string | undefined;
  /** False for tests, which measure nothing. */
  onDisk?: boolean;
}

/** A pair of servers for one run alone, its database migrated; `stop` removes their data as well. */
export const launchOwnServers = async (
  say: (line: string) => void,
  { mongodbUri, onDisk = true }: ServersOptions = {},
) => {
  const { path: dataDir, remove } = await temporaryFolder("bench", { onDisk });
  const env = { ...process.env, MONGODB_URI: mongodbUri, REDIS_URL: undefined };
  const keeper = await startKeeper({ hold: dataDir });
  const order = { env, dataDir, keeper, say: () => undefined };
  const services = await launchServices({ ...order, say });
  await migrateForTests(services.mongodbUri);

  const killable = (name: string, kind: "mongo" | "redis", begin: typeof startMongo): Killable => {
    let pid = services.pids[kind] ?? 0;
    return {
      name,
      kill: () => {
        process.kill(pid, "SIGKILL");
        return until(`the end of ${name}`, () => !isAlive(pid), 10_000);
      },
      start: async () => {
        const engine = await findEngine(kind, { ...order, enginesDir });
        pid = (await begin({ ...order, engine })).pid;
      },
      freeze: () => process.kill(pid, "SIGSTOP"),
      thaw: () => process.kill(pid, "SIGCONT"),
    };
  };
  return {
    ...services,
    mongo: killable("MongoDB", "mongo", startMongo),
    redis: killable("Redis", "redis", startRedis),
    stop: async (): Promise<void> => {
      await services.stop();
      await keeper.stop();
      await remove();
    },
  };
};
export type OwnServers = Awaited<ReturnType<typeof launchOwnServers>>;

/** The same for the time of `work`, whatever becomes of it. */
export const withOwnServers = async <T>(
  say: (line: string) => void,
  work: (mongo: Mongo, services: OwnServers) => Promise<T>,
  mongodbUri?: string,
): Promise<T> => {
  const services = await launchOwnServers(say, { mongodbUri });
  const mongo = await connectMongo(services.mongodbUri);
  try {
    return await work(mongo, services);
  } finally {
    await mongo.close();
    await services.stop();
  }
};
