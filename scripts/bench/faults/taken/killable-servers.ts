import { fileURLToPath } from "node:url";
import { findEngine } from "../../../services/find.ts";
import { type Keeper, startKeeper } from "../../../services/keeper.ts";
import { startMongo } from "../../../services/mongo.ts";
import type { OwnServer, StartOrder } from "../../../services/own-server.ts";
import { startRedis } from "../../../services/redis.ts";
import { temporaryFolder } from "../../../testing/temporary.ts";

const enginesDir = fileURLToPath(new URL("../../../../.engines", import.meta.url));
const env = { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined };

/** What may be killed and started again, or frozen for a while. */
export interface Killable {
  name: string;
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
  freeze(): unknown;
  thaw(): unknown;
}

/** A server with its data on disk, which comes back on its port. */
const killable = async (name: string, begin: () => Promise<OwnServer>): Promise<Killable & { url: string }> => {
  let running = await begin();
  return {
    name,
    url: running.url,
    kill: () => {
      process.kill(running.pid, "SIGKILL");
      return running.ended;
    },
    start: async () => {
      running = await begin();
    },
    freeze: () => process.kill(running.pid, "SIGSTOP"),
    thaw: () => process.kill(running.pid, "SIGCONT"),
  };
};

/** A MongoDB and a Redis for one run alone, each of which may be killed or frozen. */
export const startKillableServers = async () => {
  const folder = await temporaryFolder("taken");
  const keeper: Keeper = await startKeeper({ hold: folder.path });
  const say = () => undefined;
  const orderOf = async (kind: "mongo" | "redis"): Promise<StartOrder> => ({
    engine: await findEngine(kind, { env, enginesDir, say }),
    keeper,
    dataDir: folder.path,
    env,
    say,
  });
  const [mongoOrder, redisOrder] = [await orderOf("mongo"), await orderOf("redis")];
  return {
    mongo: await killable("MongoDB", () => startMongo(mongoOrder)),
    redis: await killable("Redis", () => startRedis(redisOrder)),
    stop: async (): Promise<void> => {
      await keeper.stop();
      await folder.remove();
    },
  };
};
