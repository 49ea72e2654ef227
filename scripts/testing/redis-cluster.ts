import { fileURLToPath } from "node:url";
import { Cluster, Redis } from "ioredis";
import { until } from "#shared/testing/eventually.ts";
import { findEngine } from "../services/find.ts";
import { startKeeper } from "../services/keeper.ts";
import { type OwnServer, startOwn } from "../services/own-server.ts";
import { freePort, isPortFree, keepPort } from "../services/ports.ts";
import { temporaryFolder } from "./temporary.ts";

/** A process that can be killed (-9), frozen and started again, with what is on its disk. */
interface RedisClusterNode {
  name: string;
  pid(): number;
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Changes as replicas stand in for primaries; false while it does not answer. */
  isPrimary(): Promise<boolean>;
}

interface RedisCluster {
  /** As REDIS_URL names it, by all of its nodes. */
  url: string;
  nodes: RedisClusterNode[];
  /** Each node sees all others, and each primary has its replica. */
  untilWhole(): Promise<void>;
  /** A client of its own, which the caller disconnects. */
  connect(): Cluster;
  /** kill -9 of the node that serves this key. */
  killPrimaryOf(key: string): Promise<void>;
  /** The node that serves this key stands still, with its connections open, until `startAgain`. */
  freezePrimaryOf(key: string): Promise<void>;
  /**
   * Starts the members that were killed or stand still, with the data on their disks: each comes back as the replica of
   * its successor.
   */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const enginesDir = fileURLToPath(new URL("../../.engines", import.meta.url));
const slots = 16_384;
const primaries = 3;
/** Redis talks to the other nodes on the port of its clients and this. */
const busOffset = 10_000;
const formedMs = 60_000;
/** Short enough for a test to see a failover, and longer than a busy machine keeps a node waiting. */
const nodeTimeoutMs = 4_000;

/** Empty nodes: three primaries that share the slots among them, and a replica of each. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await temporaryFolder("test");
  const keeper = await startKeeper();
  const stop = async () => {
    await keeper.stop();
    await folder.remove();
  };
  try {
    const engine = await findEngine("redis", { env: process.env, enginesDir, say: () => {} });
    const begin = (dataDir: string) =>
      startOwn(
        { engine, keeper, dataDir, env: process.env, say: () => {} },
        {
          folder: "redis",
          args: (port, directory) => [
            ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", directory, "--daemonize", "no"],
            ...["--save", "", "--appendonly", "yes", "--cluster-enabled", "yes"],
            ...["--cluster-node-timeout", `${nodeTimeoutMs}`, "--cluster-replica-validity-factor", "0"],
          ],
          answers: (port) => on(port, async (redis) => void (await redis.ping())),
          url: (port) => `redis://127.0.0.1:${port}`,
        },
      );
    const folders = Array.from({ length: 2 * primaries }, (_, node) => `${folder.path}/${node}`);
    const servers = new Map<string, OwnServer>();
    for (const dataDir of folders) {
      await keepPort(`${dataDir}/redis.port`, await portWithBus());
      servers.set(dataDir, await begin(dataDir));
    }
    const ports = [...servers.values()].map(({ port }) => port);
    await form(ports.slice(0, primaries), ports.slice(primaries));
    const nodes = folders.map((dataDir, at): RedisClusterNode => {
      const server = () => servers.get(dataDir) as OwnServer;
      return {
        name: `Redis ${at}`,
        pid: () => server().pid,
        kill: async () => {
          process.kill(server().pid, "SIGKILL");
          await server().ended;
        },
        start: async () => void servers.set(dataDir, await begin(dataDir)),
        freeze: () => void process.kill(server().pid, "SIGSTOP"),
        thaw: () => void process.kill(server().pid, "SIGCONT"),
        isPrimary: () =>
          on(server().port, (redis) => redis.info("replication")).then(
            (info) => info.includes("role:master"),
            () => false,
          ),
      };
    });
    const untilWhole = async () => {
      for (const { port } of servers.values())
        await until("all nodes of the cluster to be there again", () => on(port, isWhole), formedMs);
    };
    const away: (() => unknown)[] = [];
    const nodeOf = async (key: string): Promise<RedisClusterNode> => {
      const all = [...servers.values()].map(({ port }) => port);
      const found = nodes[all.indexOf(await primaryOf(key, all))];
      if (!found) throw new Error(`no node serves ${key}`);
      return found;
    };
    return {
      url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(",")}`,
      nodes,
      untilWhole,
      connect: () => new Cluster(ports.map((port) => ({ host: "127.0.0.1", port }))),
      killPrimaryOf: async (key) => {
        const node = await nodeOf(key);
        await node.kill();
        away.push(node.start);
      },
      freezePrimaryOf: async (key) => {
        const node = await nodeOf(key);
        node.freeze();
        away.push(node.thaw);
      },
      startAgain: async () => {
        for (const comeBack of away.splice(0)) await comeBack();
        await untilWhole();
      },
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

async function form(ports: number[], replicas: number[]): Promise<void> {
  const [first = 0] = ports;
  for (const [node, port] of [...ports, ...replicas].entries()) {
    await on(port, async (redis) => {
      await redis.cluster("SET-CONFIG-EPOCH", node + 1);
      if (node < ports.length) await redis.cluster("ADDSLOTS", ...slotsOf(node, ports.length));
      if (port !== first) await redis.cluster("MEET", "127.0.0.1", first);
    });
  }
  for (const port of [...ports, ...replicas])
    await until("the nodes of the cluster to find each other", () => on(port, isFormed), formedMs);
  for (const [node, port] of replicas.entries()) {
    const primary = await on(ports[node] ?? 0, (redis) => redis.cluster("MYID"));
    await on(port, (redis) => redis.cluster("REPLICATE", primary));
  }
  for (const port of [...ports, ...replicas]) await until("the replicas to follow", () => on(port, isWhole), formedMs);
}

const slotsOf = (node: number, nodes: number): number[] => {
  const from = Math.floor((node * slots) / nodes);
  const to = Math.floor(((node + 1) * slots) / nodes);
  return Array.from({ length: to - from }, (_, at) => from + at);
};

const isFormed = async (redis: Redis): Promise<boolean> => {
  const info = await redis.cluster("INFO");
  return (
    info.includes("cluster_state:ok") &&
    info.includes(`cluster_known_nodes:${2 * primaries}`) &&
    info.includes(`cluster_size:${primaries}`)
  );
};

/** Formed, as this node sees it; and it follows its primary, or each primary has a replica that follows. */
const isWhole = async (redis: Redis): Promise<boolean> => {
  if (!(await isFormed(redis))) return false;
  const nodes = `${await redis.call("CLUSTER", "NODES")}`;
  if (/fail/.test(nodes) || nodes.split(/slave /).length - 1 !== primaries) return false;
  const replication = await redis.info("replication");
  return replication.includes("role:master")
    ? /state=online/.test(replication)
    : replication.includes("master_link_status:up");
};

async function primaryOf(key: string, ports: number[]): Promise<number> {
  const cluster = new Cluster(ports.map((port) => ({ host: "127.0.0.1", port })));
  try {
    const slot = Number(await cluster.cluster("KEYSLOT", key));
    return Number(cluster.slots[slot]?.[0]?.split(":").at(-1));
  } finally {
    cluster.disconnect();
  }
}
