import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { pause } from "../../simulator/pause.ts";
import type { Wrapped } from "../../testing/replica-set.ts";

const chunk = Buffer.alloc(1_000_000);

/** Whether this user may mount a filesystem that only one process sees: Linux with user namespaces. */
export const canMount = (): boolean => {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** A server whose data are on a disk of this many megabytes, in memory, which no other process sees. */
export const onSmallDisk =
  (megabytes: number): Wrapped =>
  (command, args, folder) => {
    const mounted = `mount -t tmpfs -o size=${megabytes}m none "$0" && exec "$@"`;
    return { command: "unshare", args: ["-rm", "sh", "-c", mounted, folder, command, ...args] };
  };

/** Fills the disk of that process up to a share of it; what it answers frees it again. */
export const fillDisk = (pid: number, folder: string, share: number): (() => void) => {
  const seen = join(`/proc/${pid}/root`, folder);
  const path = join(seen, "filler");
  const used = () => {
    const { blocks, bfree } = statfsSync(seen);
    return 1 - bfree / blocks;
  };
  while (used() < share) writeFileSync(path, chunk, { flag: "a" });
  return () => rmSync(path);
};

/** Fills a Redis up to a share of the memory that it is given for that; what it answers frees it again. */
export const fillRedis = async (url: string, share: number): Promise<() => Promise<void>> => {
  const redis = new Redis(url);
  const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1]);
  const limit = (await used()) + 200_000_000;
  await redis.config("SET", "maxmemory", limit);
  // What it gathers for its file counts as well, and is given back a moment later.
  for (let count = 0, isSteady = false; !isSteady; ) {
    for (; (await used()) < share * limit; count += 1) await redis.set(`filler:${count}`, chunk);
    await pause(5_000);
    isSteady = (await used()) >= share * limit;
  }
  return async () => {
    const keys = await redis.keys("filler:*");
    await redis.del(...keys);
    await redis.config("SET", "maxmemory", 0);
    redis.disconnect();
  };
};
