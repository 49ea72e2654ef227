import { cp, mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import type { OwnServer } from "../services/own-server.ts";
import { startRedis } from "../services/redis.ts";
import { pause } from "../simulator/pause.ts";
import { openTcpLine } from "./tcp-line.ts";
import { temporaryFolder } from "./temporary.ts";

const enginesDir = fileURLToPath(new URL("../../.engines", import.meta.url));
const env = { ...process.env, MONGODB_URI: undefined, REDIS_URL: undefined };
const say = () => undefined;

const withRedis = async <T>({ url }: Pick<OwnServer, "url">, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(url);
  redis.on("error", () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

/** Two Redis servers behind one address: the one that serves, and a replica that may take its place. */
export const openRedisPair = async () => {
  const folder = await temporaryFolder("redis-pair");
  const keeper = await startKeeper({ hold: folder.path });
  const engine = await findEngine("redis", { env, enginesDir, say });
  const begin = (name: string) => startRedis({ engine, keeper, dataDir: join(folder.path, name), env, say });
  const follow = (one: OwnServer, other: OwnServer) =>
    withRedis(one, (redis) => redis.call("REPLICAOF", "127.0.0.1", `${other.port}`));

  let serving = { name: "a", server: await begin("a") };
  let standby = { name: "b", server: await begin("b") };
  const line = await openTcpLine(
    () => serving.server.url,
    (near, far) => {
      near.pipe(far);
      far.pipe(near);
    },
  );
  const untilInStep = async () => {
    for (;;) {
      const [first, second] = await Promise.all(
        [serving, standby].map(({ server }) => withRedis(server, (redis) => redis.info("replication"))),
      );
      const at = (text = "") => /master_repl_offset:(\d+)/.exec(text)?.[1];
      if (second?.includes("master_link_status:up") && at(first) === at(second)) return;
      await pause(50);
    }
  };

  const dataOf = (name: string) => join(folder.path, name, "redis");
  const copy = dataOf("copy");
  /** A snapshot is stored under this name: where a folder has it, none can be. */
  const snapshot = () => join(dataOf(serving.name), "dump.rdb");
  const save = (came: "ok" | "err") =>
    withRedis(serving.server, async (redis) => {
      while ((await redis.bgsave().catch(() => "busy")) === "busy") await pause(50);
      while (
        !new RegExp(`rdb_bgsave_in_progress:0[^]*rdb_last_bgsave_status:${came}`).test(await redis.info("persistence"))
      )
        await pause(50);
    });

  return {
    url: `redis://${line.host}`,
    /** Past the line: the replica's own address, which refuses writes. */
    replicaUrl: async (): Promise<string> => {
      await follow(standby.server, serving.server);
      return standby.server.url;
    },
    /** The replica takes over; connections stay, to a server that has become its read-only replica. */
    failOver: async (): Promise<void> => {
      await follow(standby.server, serving.server);
      await untilInStep();
      await withRedis(standby.server, (redis) => redis.call("REPLICAOF", "NO", "ONE"));
      [serving, standby] = [standby, serving];
      await follow(standby.server, serving.server);
    },
    /** A copy of what is on its disk; `putBack` makes it what it has. */
    keepCopy: async (): Promise<void> => {
      await rm(copy, { recursive: true, force: true });
      await cp(dataOf(serving.name), copy, { recursive: true });
    },
    /** It is killed, and starts with the copy. */
    putBack: async (): Promise<void> => {
      process.kill(serving.server.pid, "SIGKILL");
      await serving.server.ended;
      await rm(dataOf(serving.name), { recursive: true });
      await cp(copy, dataOf(serving.name), { recursive: true });
      serving.server = await begin(serving.name);
    },
    /** Limits the server's memory: 1 is full, 0 has no limit. */
    limitMemory: (bytes: number) => withRedis(serving.server, (redis) => redis.config("SET", "maxmemory", bytes)),
    /** Its disk takes nothing any more, until `mendDisk`. */
    breakDisk: async (): Promise<void> => {
      await mkdir(snapshot());
      await withRedis(serving.server, (redis) => redis.config("SET", "save", "3600 1"));
      await save("err");
    },
    mendDisk: async (): Promise<void> => {
      await rmdir(snapshot());
      await save("ok");
    },
    /** The user that everybody uses loses the right to write, or has it again; it may read all the time. */
    allowWrites: (mayWrite: boolean) =>
      withRedis(serving.server, (redis) => redis.acl("SETUSER", "default", mayWrite ? "+@all" : "-@write")),
    empty: () => withRedis(serving.server, (redis) => redis.flushall()),
    kill: async (): Promise<void> => {
      process.kill(serving.server.pid, "SIGKILL");
      await serving.server.ended;
    },
    /** With what is on its disk, at its port. */
    start: async (): Promise<void> => {
      serving.server = await begin(serving.name);
    },
    stop: async (): Promise<void> => {
      await line.stop();
      await keeper.stop();
      await folder.remove();
    },
  };
};
export type RedisPair = Awaited<ReturnType<typeof openRedisPair>>;
