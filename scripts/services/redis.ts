import { Redis } from "ioredis";
import { type OwnServer, type StartOrder, startOwn } from "./own-server.ts";

/** A private Redis: it never evicts, because BullMQ's queues live in it, and persists to a file. */
export const startRedis = (order: StartOrder): Promise<OwnServer> =>
  startOwn(order, {
    folder: "redis",
    args: (port, directory) => [
      ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", directory, "--daemonize", "no"],
      ...["--maxmemory-policy", "noeviction", "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""],
    ],
    answers: ping,
    url: (port) => `redis://127.0.0.1:${port}`,
  });

async function ping(port: number, pid: number): Promise<void> {
  const redis = new Redis({
    host: "127.0.0.1",
    port,
    lazyConnect: true,
    connectTimeout: 1000,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  redis.on("error", () => {}); // the command's own rejection says it
  try {
    await redis.connect();
    if ((await redis.ping()) !== "PONG") throw new Error("it answered no PONG");
    const info = await redis.info();
    if (Number(/process_id:(\d+)/.exec(info)?.[1]) !== pid) throw new Error(`another process answers on port ${port}`);
    if (!/loading:0/.test(info)) throw new Error("it is still loading its data");
  } finally {
    redis.disconnect();
  }
}
