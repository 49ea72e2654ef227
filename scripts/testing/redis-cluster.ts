import { fileURLToPath } from "node:url";
import { Cluster, Redis } from "ioredis";
import { until } from "#shared/testing/eventually.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { type OwnServer, startOwn } from "../services/own-server.ts";
import { freePort, isPortFree, keepPort } from "../services/ports.ts";
import { temporaryFolder } from "./temporary.ts";

export interface RedisCluster {
  /** A client of its own, which the caller disconnects. */
  connect(): Cluster;
  stop(): Promise<void>;
}

const enginesDir = fileURLToPath(new URL("../../.engines", import.meta.url));
const slots = 16_384;
const nodes = 3;
/** Redis talks to the other nodes on the port of its clients and this. */
const busOffset = 10_000;
const formedMs = 60_000;

/** Three empty nodes that share the slots among them, no replicas: what belongs together must lie in one slot. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await temporaryFolder("test");
  const keeper = await startKeeper();
  const stop = async () => {
    await keeper.stop();
    await folder.remove();
  };
  try {
    const engine = await findEngine("redis", { env: process.env, enginesDir, say: () => {} });
    const servers: OwnServer[] = [];
    for (let node = 0; node < nodes; node += 1) {
      const dataDir = `${folder.path}/${node}`;
      await keepPort(`${dataDir}/redis.port`, await portWithBus());
      servers.push(
        await startOwn(
          { engine, keeper, dataDir, env: process.env, say: () => {} },
          {
            folder: "redis",
            args: (port, directory) => [
              ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", directory, "--daemonize", "no"],
              ...["--save", "", "--cluster-enabled", "yes", "--cluster-node-timeout", "30000"],
            ],
            answers: (port) => on(port, async (redis) => void (await redis.ping())),
            url: (port) => `redis://127.0.0.1:${port}`,
          },
        ),
      );
    }
    const ports = servers.map(({ port }) => port);
    await form(ports);
    return {
      connect: () => new Cluster(ports.map((port) => ({ host: "127.0.0.1", port }))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function portWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    // The range that free ports come from ends beyond what has a port for the bus.
    const below = port + busOffset < 65_536 ? port : port - 30_000;
    if ((await isPortFree(below)) && (await isPortFree(below + busOffset))) return below;
  }
}

async function on<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ port, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on("error", () => {}); // the command's own rejection says it
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function form(ports: number[]): Promise<void> {
  const [first = 0] = ports;
  for (const [node, port] of ports.entries()) {
    const from = Math.floor((node * slots) / ports.length);
    const to = Math.floor(((node + 1) * slots) / ports.length);
    await on(port, async (redis) => {
      await redis.cluster("SET-CONFIG-EPOCH", node + 1);
      await redis.cluster("ADDSLOTS", ...Array.from({ length: to - from }, (_, i) => from + i));
      if (port !== first) await redis.cluster("MEET", "127.0.0.1", first);
    });
  }
  const knowsAll = (port: number) => on(port, async (redis) => isFormed(await redis.cluster("INFO")));
  for (const port of ports) await until("the nodes of the cluster to find each other", () => knowsAll(port), formedMs);
}

const isFormed = (info: string) =>
  info.includes("cluster_state:ok") &&
  info.includes(`cluster_known_nodes:${nodes}`) &&
  info.includes(`cluster_size:${nodes}`);
