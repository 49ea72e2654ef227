import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Engine, titles } from "./engine.ts";
import { findEngine } from "./find.ts";
import { checkGivenMongo, checkGivenRedis } from "./given.ts";
import { type Keeper, startKeeper } from "./keeper.ts";
import { startMongo } from "./mongo.ts";
import { endedSentence, type OwnServer } from "./own-server.ts";
import type { ServerKind } from "./pins.ts";
import { startRedis } from "./redis.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface ServiceOrder {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  say(line: string): void;
  /** Where there is one already, it is used and left running by stop(). */
  keeper?: Keeper;
  /** Fetched programs never leave the project. */
  enginesDir?: string;
}

export interface Services {
  mongodbUri: string;
  redisUrl: string;
  ownMongo: boolean;
  ownRedis: boolean;
  /** Process ids of the private servers. */
  pids: { mongo?: number; redis?: number };
  /** Resolves with one sentence when a private server ends by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/** Whether anything private would have to be started for this environment. */
export const needsOwnServers = (env: NodeJS.ProcessEnv) => !env.MONGODB_URI || !env.REDIS_URL;

/**
 * Two URLs for the services: those that are configured, checked, or private servers under `dataDir` that end with this
 * process. Prints in one line each what was chosen; throws one sentence per server that cannot be had.
 */
export async function launchServices({ env, dataDir, say, keeper, enginesDir }: ServiceOrder): Promise<Services> {
  const own: Keeper | null = keeper ?? (needsOwnServers(env) ? await startKeeper({ hold: dataDir }) : null);
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    if (!keeper) await own?.stop();
  };
  try {
    const search = { env, enginesDir: enginesDir ?? join(root, ".engines"), say };
    const [mongoEngine, redisEngine] = await Promise.all([
      env.MONGODB_URI ? null : outcome(findEngine("mongo", search)),
      env.REDIS_URL ? null : outcome(findEngine("redis", search)),
    ]);
    throwAll([mongoEngine, redisEngine]);

    const order = (engine: typeof mongoEngine) => {
      if (!engine?.value || !own) throw new Error("unreachable: every missing URL has an engine and a keeper");
      return { engine: engine.value, keeper: own, dataDir, env, say };
    };
    const [mongo, redis] = await Promise.all([
      outcome<Chosen>(env.MONGODB_URI ? checkGivenMongo(env.MONGODB_URI) : startMongo(order(mongoEngine))),
      outcome<Chosen>(env.REDIS_URL ? checkGivenRedis(env.REDIS_URL) : startRedis(order(redisEngine))),
    ]);
    throwAll([mongo, redis]);
    if (!mongo.value || !redis.value) throw new Error("unreachable: what failed was thrown");

    say(described(mongo.value, mongoEngine?.value));
    say(described(redis.value, redisEngine?.value));
    const servers: Partial<Record<ServerKind, OwnServer>> = {
      ...(isOwn(mongo.value) ? { mongo: mongo.value } : {}),
      ...(isOwn(redis.value) ? { redis: redis.value } : {}),
    };
    return {
      mongodbUri: mongo.value.url,
      redisUrl: redis.value.url,
      ownMongo: Boolean(servers.mongo),
      ownRedis: Boolean(servers.redis),
      pids: { mongo: servers.mongo?.pid, redis: servers.redis?.pid },
      lost: new Promise((resolve) => {
        for (const [kind, server] of Object.entries(servers)) {
          void server.ended.then((how) => isStopping || resolve(endedSentence(titles[kind as ServerKind], how)));
        }
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Chosen = OwnServer | Awaited<ReturnType<typeof checkGivenMongo>>;
const isOwn = (chosen: Chosen): chosen is OwnServer => "pid" in chosen;

const described = (chosen: Chosen, engine: Engine | undefined) =>
  isOwn(chosen) ? `${engine?.name}, ${engine?.place}, private on 127.0.0.1:${chosen.port}` : chosen.description;

interface Outcome<T> {
  value?: T;
  problem?: string;
}

const outcome = <T>(promise: Promise<T>): Promise<Outcome<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: Error) => ({ problem: error.message }),
  );

/** Every problem in one go, one sentence per line. */
function throwAll(outcomes: (Outcome<unknown> | null)[]): void {
  const problems = outcomes.flatMap((one) => (one?.problem === undefined ? [] : [one.problem]));
  if (problems.length) throw new Error(problems.join("\n"));
}
